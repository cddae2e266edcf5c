import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { password } from "../../password.ts";
import { findFaketime, makeClock } from "../clock.ts";
import { patientMail, startMailServer } from "../mail-server.ts";
import { newFolder, readStored, startSite } from "../site.ts";
import { isAcknowledged, send, submissionOf } from "../submissions.ts";

const count = 5;

if (!findFaketime()) console.log("The test of jumping clocks is skipped: it needs Debian's package faketime.");

test.skipIf(!findFaketime())(
  "a clock that jumps by days, forward and back, silences no mail, locks nobody out and ends no session",
  async () => {
    const clock = makeClock();
    const place = { DATA_DIR: newFolder() };
    const mailServer = await startMailServer({ trouble: "451" });
    const site = await startSite(place, {
      ...clock.settings,
      SMTP_URL: mailServer.url,
      ...patientMail,
      REQUESTS_PER_ADDRESS: String(4 * count),
    });
    const keys = JSON.parse(readFileSync(join(place.DATA_DIR, "auth-keys.json"), "utf8"));
    const connect = (key: string) => createClient(site.url, key, { auth: { autoRefreshToken: false, persistSession: false } });
    let arrived = 0;

    async function jump(days: number) {
      clock.jump(days);
      const day = new Date(clock.now()).toUTCString().slice(0, 16);
      await expect.poll(async () => (await fetch(`${site.url}/healthz`)).headers.get("date")).toContain(day);
    }

    async function sendAll(name: string) {
      for (let number = 0; number < count; number++) {
        expect(isAcknowledged(await send(site, submissionOf(`${name}-${number}`)))).toBe(true);
      }
    }

    const failures = () => site.output().split("mail not sent").length - 1;

    async function allArrive() {
      arrived += 2 * count;
      await expect.poll(() => mailServer.mails.length).toBe(arrived);
    }

    // Before: mails that could not be sent, a session, and an account that somebody has guessed at.
    await sendAll("before");
    await expect.poll(failures).toBeGreaterThanOrEqual(2 * count);
    const admin = connect(keys.secretKey).auth.admin;
    for (const email of ["uxia@example.com", "brais@example.com"]) await admin.createUser({ email, password, email_confirm: true });
    const signIn = (email: string, given = password) => connect(keys.publishableKey).auth.signInWithPassword({ email, password: given });
    let session = (await signIn("uxia@example.com")).data.session!;
    for (let tries = 0; tries < 10; tries++) await signIn("brais@example.com", "a guess");
    expect((await signIn("brais@example.com")).error?.status).toBe(429);
    // Its owner is told.
    arrived++;

    async function goesOn() {
      const { data, error } = await connect(keys.publishableKey).auth.refreshSession({ refresh_token: session.refresh_token });
      expect(error).toBeNull();
      session = data.session!;
      expect((await connect(keys.publishableKey).auth.getUser(session.access_token)).error).toBeNull();
    }

    // A day back, whatever is on its way: what is due tomorrow by that clock goes out now, and so does what comes in.
    await jump(-1);
    mailServer.trouble = undefined;
    await allArrive();
    await sendAll("back");
    await allArrive();
    await goesOn();
    expect((await signIn("brais@example.com")).error).toBeNull();

    // Eight days forward: a mail is not given up because it looks old, and a second factor is used.
    const before = failures();
    mailServer.trouble = "451";
    await sendAll("old");
    await expect.poll(failures).toBeGreaterThanOrEqual(before + 2 * count);
    await jump(8);
    await expect.poll(failures).toBeGreaterThanOrEqual(before + 4 * count);
    await goesOn();
    const client = connect(keys.publishableKey);
    // A second factor wants a sign-in of the last minutes.
    session = (await signIn("uxia@example.com")).data.session!;
    await client.auth.setSession(session);
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
    const totp = new TOTP({ secret: Secret.fromBase32(factor!.totp.secret) });
    const verify = async () =>
      client.auth.mfa.challengeAndVerify({ factorId: factor!.id, code: totp.generate({ timestamp: clock.now() }) });
    const raised = await verify();
    expect(raised.error).toBeNull();
    // Its owner is told.
    arrived++;
    session = { ...session, refresh_token: raised.data!.refresh_token };

    // And back to the true time.
    await jump(0);
    mailServer.trouble = undefined;
    await allArrive();
    await goesOn();
    await client.auth.setSession(session);
    expect((await verify()).error).toBeNull();
    await sendAll("after");
    await allArrive();
    await pause(1000);

    expect(await site.stop()).toEqual({ code: 0, signal: null });
    await mailServer.stop();
    expect(mailServer.mails.length).toBe(arrived);
    expect(mailServer.distinct()).toBe(arrived);
    expect((await readStored(place)).mails.map(({ state }) => state)).toEqual(Array<string>(arrived).fill("sent"));
    expect(site.output()).not.toContain('"level":50');
    console.log(`3 jumps of the clock: ${(arrived - 2) / 2} requests acknowledged, ${mailServer.mails.length} mails, each once`);
  },
);
