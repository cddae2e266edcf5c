import { createClient } from "@supabase/supabase-js";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { openAccounts } from "#backend/auth/testing.ts";
import { sessions, users } from "#backend/auth/schema.ts";
import { peopleLog, requests } from "#backend/database/schema.ts";
import { onBothEngines, sampleRequest } from "#backend/database/testing.ts";
import { adminClient } from "./admin-client.ts";
import { changePerson, createPerson, invitePerson, seenOf, type Desk } from "./change-person.ts";
import { makeAdmin } from "./make-admin.ts";
import { Busy, logged, readLog } from "./people-log.ts";
import { findByEmail, findPerson, listPeople } from "./people.ts";

const password = "correct horse battery";

onBothEngines((open) => {
  const queries = () => open().database.queries;
  let accounts: Awaited<ReturnType<typeof openAccounts>>;
  let desk: Desk;
  const site = { siteUrl: "http://localhost:3000", locale: "en" as const };

  beforeAll(async () => {
    accounts = await openAccounts(open().database);
  });
  beforeEach(async () => {
    await queries().delete(users);
    await queries().delete(peopleLog);
    desk = await deskOf("boss");
  });

  async function newUser(name: string, role = "client", more: object = {}) {
    const email = `${name}@example.com`;
    const attributes = { email, password, email_confirm: true, app_metadata: { role }, user_metadata: { name }, ...more };
    const { data, error } = await adminClient(accounts).createUser(attributes);
    if (error) throw error;
    return data.user;
  }

  async function deskOf(name: string): Promise<Desk> {
    return { ...site, accounts: adminClient(accounts), areOurs: true, queries: queries(), actor: await newUser(name, "admin") };
  }

  /** Somebody's own client, signed in. */
  async function signIn(email: string) {
    const { url, publishableKey, fetch } = accounts;
    const client = createClient(url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch } });
    const { error } = await client.auth.signInWithPassword({ email, password });
    return { client, error };
  }

  async function activeAdmins() {
    const { people } = await listPeople(queries(), { search: "", filter: "admins" });
    return people.filter(({ isBanned }) => !isBanned).map(({ email }) => email);
  }

  const outcomes = async (id?: string) => (await readLog(queries(), id)).map(({ action, outcome }) => `${action} ${outcome}`);

  test("an invitation is in the trail of the person it made; a second one finds them confirmed", async () => {
    const given = { email: "New@Example.com", name: "Nova", locale: "gl" as const };
    const made = await invitePerson(desk, given);
    const person = await findByEmail(queries(), "new@example.com");
    expect(made).toMatchObject({ done: { id: person!.id } });
    expect(person).toMatchObject({ name: "Nova", locale: "gl", isConfirmed: false, isInvited: true });
    await queries().update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, person!.id));
    expect(await invitePerson(desk, given)).toEqual({ refused: "taken" });
    expect(await outcomes(person!.id)).toEqual(["invited refused", "invited done"]);
  });

  test("a new account is open at once; a weak password or a taken address makes none", async () => {
    const given = { email: "made@example.com", name: "Made", locale: "es" as const, password };
    expect(await createPerson(desk, { ...given, password: "short" })).toEqual({ refused: "weak_length" });
    expect(await createPerson(desk, given)).toHaveProperty("done.id");
    expect((await signIn(given.email)).error).toBeNull();
    expect(await createPerson(desk, given)).toEqual({ refused: "taken" });
    expect(await createPerson(desk, { ...given, email: "no-password@example.com", password: "" })).toHaveProperty("done.id");
    expect(await findByEmail(queries(), "no-password@example.com")).toMatchObject({ isConfirmed: true });
  });

  test("data are changed as they were seen; what somebody else changed meanwhile is not overwritten", async () => {
    const { id } = await newUser("uxia", "client", { user_metadata: { name: "Uxía", company: "Old", keep: "this" } });
    const seen = seenOf((await findPerson(queries(), id))!);
    const given = { seen, name: "Uxía N.", email: "uxia@example.com", company: null, phone: "+34612345678", locale: "gl" as const };
    expect(await changePerson(desk, id, "profile", given)).toHaveProperty("done");
    expect(await findPerson(queries(), id)).toMatchObject({ name: "Uxía N.", company: "", phone: "+34612345678", locale: "gl" });
    const [row] = await queries().select().from(users).where(eq(users.id, id));
    expect(row!.userMetadata).toMatchObject({ keep: "this" });
    expect(await changePerson(desk, id, "profile", given)).toEqual({ refused: "changed" });

    const now = seenOf((await findPerson(queries(), id))!);
    expect(await changePerson(desk, id, "profile", { ...given, seen: now, email: "boss@example.com" })).toEqual({ refused: "taken" });
    expect(await changePerson(desk, id, "profile", { ...given, seen: now, email: "Other@example.com" })).toHaveProperty("done");
    expect(await findPerson(queries(), id)).toMatchObject({ email: "other@example.com", isConfirmed: true });
    const [moved] = await readLog(queries(), id);
    expect(moved).toMatchObject({ action: "email", outcome: "done", details: { from: "uxia@example.com", to: "other@example.com" } });
  });

  test("a ban ends the session at once, and can be lifted", async () => {
    const { id } = await newUser("uxia");
    const { client } = await signIn("uxia@example.com");
    await changePerson(desk, id, "ban", { length: "day" });
    expect((await client.auth.getUser()).error).toBeTruthy();
    expect((await signIn("uxia@example.com")).error).toMatchObject({ code: "user_banned" });
    expect(await changePerson(desk, id, "link", {})).toEqual({ refused: "banned" });
    const { bannedUntil } = (await findPerson(queries(), id))!;
    expect(bannedUntil!.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await changePerson(desk, id, "unban", {});
    expect((await signIn("uxia@example.com")).error).toBeNull();
    expect(await outcomes(id)).toEqual(["unbanned done", "link refused", "banned done"]);
  });

  test("signing out ends every session", async () => {
    const { id } = await newUser("uxia");
    await Promise.all([signIn("uxia@example.com"), signIn("uxia@example.com")]);
    await changePerson(desk, id, "sign_out", {});
    expect(await queries().select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  test("who deleted an account leaves its requests", async () => {
    const { id } = await newUser("uxia");
    const [request] = await queries()
      .insert(requests)
      .values({ ...sampleRequest, userId: id })
      .returning();
    expect(await changePerson(desk, id, "delete", { typed: "" })).toHaveProperty("done");
    const [kept] = await queries().select().from(requests).where(eq(requests.id, request!.id));
    expect(kept!.userId).toBeNull();
    expect(await findPerson(queries(), id)).toBeUndefined();
    expect(await changePerson(desk, id, "delete", { typed: "" })).toBeUndefined();
    expect(await outcomes(id)).toEqual(["deleted done"]);
  });

  test("nobody does these to themselves, and the attempt is on record", async () => {
    const { id } = desk.actor;
    await newUser("other", "admin");
    expect(await changePerson(desk, id, "role", { role: "client" })).toEqual({ refused: "self" });
    expect(await changePerson(desk, id, "ban", { length: "ever" })).toEqual({ refused: "self" });
    expect(await changePerson(desk, id, "delete", { typed: "" })).toEqual({ refused: "self" });
    expect(await changePerson(desk, id, "sign_out", {})).toEqual({ refused: "self" });
    expect(await changePerson(desk, id, "factor", {})).toEqual({ refused: "self" });
    expect(await outcomes(id)).toEqual([
      "factor_removed refused",
      "signed_out refused",
      "deleted refused",
      "banned refused",
      "role refused",
    ]);
    expect(await activeAdmins()).toHaveLength(2);
  });

  test("who is not an administrator any more, or is banned, changes nothing", async () => {
    const { id } = await newUser("uxia");
    const second = await deskOf("second");
    await changePerson(second, desk.actor.id, "role", { role: "client" });
    expect(await changePerson(desk, id, "ban", { length: "day" })).toEqual({ refused: "notAdmin" });
    expect(await changePerson(desk, second.actor.id, "role", { role: "client" })).toEqual({ refused: "notAdmin" });
    expect(await invitePerson(desk, { email: "x@example.com", name: "X", locale: "en" })).toEqual({ refused: "notAdmin" });
    await changePerson(second, desk.actor.id, "role", { role: "admin" });
    await changePerson(second, desk.actor.id, "ban", { length: "day" });
    expect(await changePerson(desk, id, "sign_out", {})).toEqual({ refused: "notAdmin" });
    expect(await activeAdmins()).toEqual(["second@example.com"]);
  });

  test("the last administrator who can get in stays, whoever else there is on paper", async () => {
    const { id } = await newUser("unconfirmed", "client", { email_confirm: false });
    expect(await changePerson(desk, id, "role", { role: "admin" })).toEqual({ refused: "unconfirmed" });
    // The actor's own role is not asked of the form, nor of the session: here only the target is left.
    const last = await newUser("last", "admin");
    await queries().update(users).set({ emailConfirmedAt: null }).where(eq(users.id, desk.actor.id));
    expect(await changePerson(desk, last.id, "ban", { length: "day" })).toEqual({ refused: "last" });
    expect(await changePerson(desk, last.id, "delete", { typed: "" })).toEqual({ refused: "last" });
    expect(await changePerson(desk, last.id, "role", { role: "client" })).toEqual({ refused: "last" });
  });

  test("administrators who act against each other at the same moment leave one", async () => {
    const acts = [
      (one: Desk, id: string) => changePerson(one, id, "role", { role: "client" }),
      (one: Desk, id: string) => changePerson(one, id, "ban", { length: "ever" }),
      (one: Desk, id: string) => changePerson(one, id, "delete", { typed: "" }),
    ];
    for (let round = 0; round < 6; round++) {
      await queries().delete(users);
      const desks = await Promise.all(["a", "b", "c"].map(deskOf));
      const results = await Promise.allSettled(
        desks.flatMap((one, n) =>
          desks.filter((other) => other !== one).map((other, m) => acts[(round + n + m) % 3]!(one, other.actor.id)),
        ),
      );
      for (const result of results) if (result.status === "rejected") expect(result.reason).toBeInstanceOf(Busy);
      const did = results.filter((result) => result.status === "fulfilled" && result.value && "done" in result.value);
      expect(did.length).toBeGreaterThan(0);
      expect((await activeAdmins()).length).toBeGreaterThan(0);
    }
    expect(await queries().select().from(peopleLog).where(eq(peopleLog.outcome, "begun"))).toEqual([]);
  });

  test("a change that fails is not known to be done; one that was cut off neither, and holds nobody up for ever", async () => {
    const { id } = await newUser("uxia");
    const broken = { ...desk, accounts: adminClient({ ...accounts, fetch: async () => new Response("{}", { status: 500 }) }) };
    await expect(changePerson(broken, id, "ban", { length: "day" })).rejects.toMatchObject({ status: 500 });
    expect(await outcomes(id)).toEqual(["banned unknown"]);

    const cutOff = {
      person: { id, email: "uxia@example.com" },
      actor: { id: null, email: "x" },
      action: "role" as const,
      touchesAdmins: true,
    };
    void logged(queries(), cutOff, () => new Promise(() => {}));
    await expect.poll(() => outcomes(id)).toEqual(["role begun", "banned unknown"]);
    await expect(changePerson(desk, id, "ban", { length: "day" })).rejects.toBeInstanceOf(Busy);
    await queries()
      .update(peopleLog)
      .set({ createdAt: sql`now() - interval '61 seconds'` })
      .where(eq(peopleLog.outcome, "begun"));
    expect(await changePerson(desk, id, "ban", { length: "day" })).toHaveProperty("done");
    expect((await outcomes(id)).toSorted()).toEqual(["banned done", "banned unknown", "role unknown"]);
  });

  test("the owner's command makes an administrator of anyone, and a password from before does not open an unconfirmed account", async () => {
    const fresh = await makeAdmin(accounts, queries(), { email: "fresh@example.com", ...site });
    expect(fresh).toMatchObject({ isNew: true });
    expect(new URL(fresh.link).searchParams.get("type")).toBe("magiclink");

    await newUser("squatter", "client", { email_confirm: false });
    await newUser("client", "client", { app_metadata: { plan: "gold" }, ban_duration: "24h" });
    for (const name of ["squatter", "client"]) {
      expect(await makeAdmin(accounts, queries(), { email: `${name}@example.com`, ...site })).toMatchObject({ isNew: false });
      expect(await findByEmail(queries(), `${name}@example.com`)).toMatchObject({ isAdmin: true, isConfirmed: true, isBanned: false });
    }
    expect((await signIn("squatter@example.com")).error).toMatchObject({ code: "invalid_credentials" });
    expect((await signIn("client@example.com")).error).toBeNull();
    const [kept] = await queries().select().from(users).where(eq(users.email, "client@example.com"));
    expect(kept!.appMetadata).toMatchObject({ plan: "gold", role: "admin" });
    const [entry] = await readLog(queries(), kept!.id);
    expect(entry).toMatchObject({ action: "role", outcome: "done", actorId: null, actorEmail: "npm run admin" });
  });
});
