import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { authMigrations } from "#backend/auth/testing.ts";
import { users } from "#backend/auth/schema.ts";
import { migrate, records } from "#backend/database/migrate.ts";
import { onBothEngines } from "#backend/database/testing.ts";
import { findPerson, hasNoAccounts, listPeople, otherAdmins, readPlace, type Filter } from "./people.ts";

const time = (text: string) => sql`${text}::timestamptz` as unknown as Date;

onBothEngines((open) => {
  const queries = () => open().database.queries;
  const found = async (search: string, filter: Filter = "all") =>
    (await listPeople(queries(), { search, filter })).people.map(({ email }) => email).toSorted();

  test("a database without accounts is told from any other failure", async () => {
    await queries().execute(sql`drop schema if exists auth cascade`);
    const error = await listPeople(queries(), { search: "", filter: "all" }).catch((one: unknown) => one);
    expect(hasNoAccounts(error)).toBe(true);
    expect(hasNoAccounts(new Error("away", { cause: { code: "57P01" } }))).toBe(false);
  });

  describe("with accounts", () => {
    beforeAll(async () => {
      await migrate(open().database, authMigrations, records.auth);
      const confirmed = { emailConfirmedAt: new Date() };
      await queries()
        .insert(users)
        .values([
          { email: "alvaro.nunez@faro-vigo.example", userMetadata: { name: "ÁLVARO Núñez", company: "Peixe & Cía" }, ...confirmed },
          { email: "uxia@example.com", userMetadata: { name: "Uxi\u0301a Ameneiro" }, ...confirmed },
          { email: "boss@example.com", appMetadata: { role: "admin" }, ...confirmed },
          { email: "out@example.com", appMetadata: { role: "admin" }, bannedUntil: time("2999-01-01"), ...confirmed },
          { email: "was-out@example.com", bannedUntil: time("2001-01-01"), ...confirmed },
          { email: "late@example.com", invitedAt: new Date() },
          { email: "gone@example.com", appMetadata: { role: "admin" }, deletedAt: new Date(), ...confirmed },
          { email: "odd@example.com", userMetadata: { name: { first: "x" }, phone: 7, locale: "fr" }, ...confirmed },
        ]);
    });

    test.each([
      ["alvaro", "alvaro.nunez@faro-vigo.example"],
      ["lvar", "alvaro.nunez@faro-vigo.example"],
      ["NUÑEZ Álv", "alvaro.nunez@faro-vigo.example"],
      ["vigo", "alvaro.nunez@faro-vigo.example"],
      ["nunez@faro", "alvaro.nunez@faro-vigo.example"],
      ["cia peix", "alvaro.nunez@faro-vigo.example"],
      ["Uxía", "uxia@example.com"],
      ["uxia amen", "uxia@example.com"],
      ["  boss ", "boss@example.com"],
    ])("finds by %j", async (search, email) => {
      expect(await found(search)).toEqual([email]);
    });

    test.each(["nobody", "alvaro uxia", "!!!", "' | '", "a:* | b", "gone", "\\", "½"])("finds nobody by %j", async (search) => {
      expect(await found(search)).toEqual([]);
    });

    test("filters, alone and with a search", async () => {
      expect(await found("", "admins")).toEqual(["boss@example.com", "out@example.com"]);
      expect(await found("", "banned")).toEqual(["out@example.com"]);
      expect(await found("", "unconfirmed")).toEqual(["late@example.com"]);
      expect(await found("out", "all")).toEqual(["out@example.com", "was-out@example.com"]);
      expect(await found("out", "banned")).toEqual(["out@example.com"]);
      expect(await found("uxia", "admins")).toEqual([]);
    });

    test("what people say about themselves may be anything", async () => {
      const { people } = await listPeople(queries(), { search: "odd", filter: "all" });
      expect(people).toMatchObject([{ name: "", phone: "", locale: "", isAdmin: false, isBanned: false, isConfirmed: true }]);
    });

    test("who is deleted, or not named by an id, is not there", async () => {
      const [gone] = await queries()
        .select()
        .from(users)
        .where(sql`email = 'gone@example.com'`);
      expect(await findPerson(queries(), gone!.id)).toBeUndefined();
      expect(await findPerson(queries(), "x' or true --")).toBeUndefined();
    });

    test("only administrators who can get in count", async () => {
      const [boss] = await queries()
        .select()
        .from(users)
        .where(sql`email = 'boss@example.com'`);
      expect(await otherAdmins(queries(), boss!.id)).toBe(0);
      await queries()
        .insert(users)
        .values({ email: "promised@example.com", appMetadata: { role: "admin" } });
      expect(await otherAdmins(queries(), boss!.id)).toBe(0);
      expect(await otherAdmins(queries(), crypto.randomUUID())).toBe(1);
    });

    test("pages go through everyone once, also those of one moment, and say how many there are up to a limit", async () => {
      const moment = "2030-01-01 00:00:00.123456+00";
      await queries()
        .insert(users)
        .values(
          Array.from({ length: 1100 }, (_, n) => ({
            email: `crowd-${n}@many.example`,
            createdAt: time(n < 120 ? moment : `2030-01-01 00:00:00.${String(200_000 + n).padStart(6, "0")}+00`),
            emailConfirmedAt: new Date(),
          })),
        );
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await listPeople(queries(), { search: "many", filter: "all", after: readPlace(after ?? null) });
        seen.push(...page.people.map(({ email }) => email));
        expect(page.count).toBe(1000);
        after = page.next;
      } while (after);
      expect(seen).toHaveLength(1100);
      expect(new Set(seen).size).toBe(1100);
      expect(seen[0]).toBe("crowd-1099@many.example");
      expect((await listPeople(queries(), { search: "crowd 1099", filter: "all" })).count).toBe(1);
    });
  });
});

test.each([
  null,
  "",
  "x",
  "2030-01-01T00:00:00.123456Z_",
  "2030-99-01T00:00:00.123456Z_00000000-0000-4000-8000-000000000000",
  "2030-01-01T00:00:00.123456Z_------------------------------------",
  "2030-02-31T00:00:00.123456Z_00000000-0000-4000-8000-000000000000",
  "0000-01-01T00:00:00.123456Z_00000000-0000-4000-8000-000000000000",
])("no place is read from %j", (given) => {
  expect(readPlace(given)).toBeUndefined();
});
