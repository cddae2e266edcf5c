import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { addFactor, codeOf, newPerson, signInFully, type Visitor } from "../security/people.ts";
import { attributesOf, textOf } from "./site.ts";

/** Whoever changes how they sign in has to have signed in of late: here within ten seconds, on a public site within ten minutes. */
const recent = 10_000;
const { isItYou, errors } = en.account;
const newPassword = "another horse battery";

async function sessionsOf(visitor: Visitor): Promise<unknown[]> {
  return (await (await visitor.get("/me/data.json")).json()).sessions;
}

/** Sends a form whose sender has to show who they are; gives what waits for it. */
async function asked(visitor: Visitor, form: Record<string, string>): Promise<string> {
  const response = await visitor.post("/me", form);
  const html = await response.text();
  expect([response.status, textOf(html).includes(isItYou.heading)], form.intent).toEqual([401, true]);
  expect(textOf(/<title>.*?<\/title>/s.exec(html)![0])).toBe(`${isItYou.heading} · ${agency.name}`);
  // What was typed waits, and cannot be read by whoever looks over a shoulder or into a cache.
  expect(html).not.toContain(newPassword);
  return attributesOf(html, "input", { name: "kept" }, "value")[0]!;
}

const answer = (visitor: Visitor, kept: string, more: Record<string, string> = {}) =>
  visitor.post("/me", { intent: "is-it-you", kept, current_password: password, ...more });
const whereTo = ({ headers }: Response) => headers.get("location");

onSite(
  (site) => {
    async function somebody(): Promise<Visitor & { email: string }> {
      const { email } = await newPerson(site());
      return { ...(await visitorOf(site()).signIn(email)), email };
    }

    const forms = {
      password: { new_password: newPassword },
      email: { new_email: "a-new-address@example.com" },
      "factor-new": {},
      "factor-off": { factor: crypto.randomUUID() },
      "codes-new": {},
      link: { provider: "google" },
      unlink: { identity: crypto.randomUUID() },
      delete: {},
    };
    /** Somebody with a second step, taken, and one of their recovery codes. */
    async function secured() {
      const { email } = await newPerson(site());
      const { secret } = await addFactor(site(), email);
      const visitor = await signInFully(site(), email, secret);
      const codes = await visitor.post("/me", { intent: "codes-new" });
      return { ...visitor, email, secret, recoveryCode: /\d{4} \d{4} \d{4}/.exec(textOf(await codes.text()))![0] };
    }

    let people: Awaited<ReturnType<typeof somebody>>[];
    let careful: Awaited<ReturnType<typeof secured>>;
    let besieged: Awaited<ReturnType<typeof secured>>;
    let guessed: Visitor;
    let other: Awaited<ReturnType<typeof somebody>>;

    /** Those who have signed in too long ago: they wait together. */
    beforeAll(async () => {
      [careful, besieged] = await Promise.all([secured(), secured()]);
      people = await Promise.all(Object.keys(forms).map(somebody));
      [guessed, other] = [await somebody(), await somebody()];
      await pause(recent);
    });

    test("each change of how somebody signs in is asked for once more, and then done with what was typed", async () => {
      // Nothing else is asked for twice.
      const harmless = await people[0]!.post("/me", { intent: "profile", name: "Uxía", locale: "en" });
      expect(whereTo(harmless)).toContain("done=profile");

      const outcomes: Record<string, unknown> = {};
      for (const [number, [intent, fields]] of Object.entries(forms).entries()) {
        const visitor = people[number]!;
        const form = { intent, ...fields, ...(intent === "delete" && { confirm_email: visitor.email }) };
        const kept = await asked(visitor, form);
        const wrong = await answer(visitor, kept, { current_password: "not the password" });
        expect([wrong.status, textOf(await wrong.text()).includes(isItYou.wrong)], intent).toEqual([400, true]);
        expect((await visitor.get("/me")).status, "who fails is still where they were").toBe(200);
        const done = await answer(visitor, kept);
        outcomes[intent] = whereTo(done) ?? done.status;
      }
      expect(outcomes).toEqual({
        password: "/me?done=password#password",
        email: "/me?done=email#email",
        "factor-new": 200,
        // They have none.
        "factor-off": 404,
        "codes-new": 403,
        link: 400,
        unlink: "/me?done=identityRemoved#identities",
        delete: "/login?out=deleted",
      });
      const again = visitorOf(site());
      const signedIn = await again.post("/login", { intent: "password", email: people[0]!.email, password: newPassword });
      expect(signedIn.status).toBe(303);
      // The session that they came with has made room for the new one.
      expect(await sessionsOf(people[1]!)).toHaveLength(1);
      const letters = () => site().noticesTo(people.at(-1)!.email);
      await expect
        .poll(async () => (await letters()).map(({ subject }) => subject))
        .toEqual([`We’ve deleted your account at ${agency.name}`]);
    });

    test("a code by mail does as well as the password, and the second step is asked for where there is one", async () => {
      const { email, secret, recoveryCode, ...visitor } = careful;
      const kept = await asked(visitor, { intent: "password", new_password: newPassword });
      const before = await sessionsOf(visitor);

      const sent = await visitor.post("/me", { intent: "is-it-you-mail", kept });
      const html = await sent.text();
      expect([sent.status, textOf(html).includes(`We’ve sent a code to ${email}`)]).toEqual([200, true]);
      const { code } = await site().mailTo(email);
      // Whoever does not get the mail goes back to the password.
      const back = await visitor.post("/me", { intent: "is-it-you-password", kept });
      expect([back.status, attributesOf(await back.text(), "input", { name: "current_password" }, "type")]).toEqual([200, ["password"]]);
      const mailed = { intent: "is-it-you", kept, mail_code: code, current_password: "" };
      const bare = await visitor.post("/me", { ...mailed, second_code: "" });
      expect([bare.status, attributesOf(await bare.text(), "input", { name: "second_code" }, "aria-invalid")]).toEqual([401, ["true"]]);
      const wrongMail = await visitor.post("/me", { ...mailed, mail_code: "000000", second_code: recoveryCode });
      expect(textOf(await wrongMail.text())).toContain(errors.reauthentication_not_valid);
      // Used up by now: a proof is whole or none.
      const wrongStep = await visitor.post("/me", { ...mailed, second_code: codeOf(secret, -9) });
      const said = textOf(await wrongStep.text());
      expect(said).toContain(errors.mfa_verification_failed);
      expect(said).toContain(isItYou.spent);
      expect(said).toContain(en.contact.form.required);
      expect(await sessionsOf(visitor)).toEqual(before);

      const withPassword = await answer(visitor, kept, { second_code: recoveryCode });
      expect(whereTo(withPassword)).toBe("/me?done=password#password");
      // What somebody else waits for is not for others to send.
      expect((await answer(other, kept)).status).toBe(400);
    });

    test("passwords may be guessed ten times there too, and the right one comes too late", async () => {
      const kept = await asked(guessed, { intent: "email", new_email: site().newEmail() });
      const statuses: number[] = [];
      for (let number = 0; number < 11; number++) {
        statuses.push((await answer(guessed, kept, { current_password: `guess number ${number}` })).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
      expect((await answer(guessed, kept)).status).toBe(429);
    });

    test("codes may be guessed there no more often than at the door, and the right ones come too late", async () => {
      const { recoveryCode } = besieged;
      const kept = await asked(besieged, { intent: "email", new_email: site().newEmail() });
      const statuses: number[] = [];
      for (let number = 10; number < 21; number++) {
        statuses.push((await answer(besieged, kept, { second_code: `0000 0000 00${number}` })).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
      expect((await answer(besieged, kept, { second_code: recoveryCode })).status).toBe(429);

      const waiting = await asked(other, { intent: "email", new_email: site().newEmail() });
      await other.post("/me", { intent: "is-it-you-mail", kept: waiting });
      const { code } = await site().mailTo(other.email);
      const byMail = async (given: number) => {
        const mail_code = String(given % 1_000_000).padStart(6, "0");
        return (await other.post("/me", { intent: "is-it-you", kept: waiting, mail_code })).status;
      };
      for (let guess = 1; guess <= 5; guess++) expect(await byMail(Number(code) + guess)).toBe(403);
      expect(await byMail(Number(code))).toBe(403);
    });

    test("people see where they are signed in, and end each of these sessions, but nobody else's", async () => {
      const { email } = await newPerson(site());
      const chrome = {
        "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      };
      const safari = {
        "User-Agent":
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      };
      const [here, phone] = [visitorOf(site(), site().url, chrome), visitorOf(site(), site().url, safari)];
      await here.signIn(email);
      await phone.signIn(email);
      const html = await (await here.get("/me")).text();
      const text = textOf(html);
      expect(text).toMatch(/Chrome on Windows This one/);
      expect(text).toMatch(/Safari on iPhone Last used/);
      expect(text).not.toContain("127.0.0.1");
      const [session, ...others] = attributesOf(html, "input", { name: "session" }, "value");
      expect(others).toEqual([]);

      const stranger = await somebody();
      await stranger.post("/me", { intent: "out-one", session: session! });
      expect((await phone.get("/me")).status).toBe(200);
      expect(whereTo(await here.post("/me", { intent: "out-one", session: session! }))).toBe("/me?done=session#sessions");
      expect((await phone.get("/me")).status).toBe(302);
      expect((await here.get("/me")).status).toBe(200);
    });

    test("who has lost the phone signs in with a recovery code", async () => {
      const { email } = await newPerson(site());
      const { secret } = await addFactor(site(), email);
      const visitor = await signInFully(site(), email, secret);
      const codes = await visitor.post("/me", { intent: "codes-new" });
      const [code] = /\d{4} \d{4} \d{4}/.exec(textOf(await codes.text()))!;
      const lost = await visitorOf(site()).signIn(email);
      expect((await lost.get("/me")).status).toBe(302);
      expect(whereTo(await lost.post("/login", { intent: "code", code: code! }))).toBe("/me");
      expect(textOf(await (await lost.get("/me")).text())).toContain("9 of 10 left");
      const again = await visitorOf(site()).signIn(email);
      expect((await again.post("/login", { intent: "code", code: code! })).status).toBe(422);
    });
  },
  { CLOCKS: JSON.stringify({ recentSignIn: recent }) },
);
