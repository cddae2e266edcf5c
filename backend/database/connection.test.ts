import { expect, test } from "vitest";
import { DatabaseAway, notOpened, openDatabase, refusesSettings } from "./connection.ts";

test.each([
  ["ECONNREFUSED", "connect ECONNREFUSED", "nothing listens there (ECONNREFUSED)."],
  ["ENOTFOUND", "getaddrinfo ENOTFOUND database", "there is no such host (ENOTFOUND)."],
  ["08P01", "server login has been failing", "server login has been failing (08P01)."],
  ["", "timeout expired", "timeout expired."],
])("a database that may come back is waited for: %s, %s", (code, message, end) => {
  const error = notOpened(code, message);
  expect(error).toBeInstanceOf(DatabaseAway);
  expect(error.message).toBe(`The setting DATABASE_URL names a database that cannot be opened: ${end}`);
});

test.each([
  ["28P01", "password authentication failed", "the password is wrong, or there is no such user (28P01)."],
  ["XX000", "Tenant or user not found", "Tenant or user not found (XX000)."],
  ["SELF_SIGNED_CERT_IN_CHAIN", "self-signed certificate", "self-signed certificate (SELF_SIGNED_CERT_IN_CHAIN)."],
])("one that was named wrongly is not, and the reason is said in words: %s, %s", (code, message, end) => {
  const error = notOpened(code, message);
  expect(error).not.toBeInstanceOf(DatabaseAway);
  expect(error.message).toContain(end);
});

test("only a pooler that names the settings as its reason is asked without them", () => {
  expect(refusesSettings("08P01", "unsupported startup parameter: statement_timeout")).toBe(true);
  expect(refusesSettings("08P01", "server login has been failing")).toBe(false);
});

test("a host whose name is not known is away", async () => {
  await expect(openDatabase({ databaseUrl: "postgres://site@database.invalid/abrente", dataDir: "unused" })).rejects.toThrow(DatabaseAway);
});
