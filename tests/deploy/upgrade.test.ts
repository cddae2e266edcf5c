import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { newDatabase, newFolder, readStored, startSite } from "../faults/site.ts";
import { password } from "../password.ts";
import { findPostgres } from "../postgres.ts";
import { runScript } from "./programs.ts";

/** Of the version of 17 November 2026: three requests, their mails, and an account. */
const earlier = resolve("tests/deploy/earlier.backup");

test("the embedded database of an earlier version is brought up to date, with all that is in it", () => upgrade({}));

test.skipIf(!findPostgres())("and so is a server's", async () => upgrade({ DATABASE_URL: await newDatabase() }));

async function upgrade(database: { DATABASE_URL?: string }) {
  const place = { DATA_DIR: newFolder(), ...database };
  // Into the tables that it comes from: the start is what changes them.
  runScript("restore", [earlier], place);
  const site = await startSite(place, { AUTH_MAIL_INTERVAL: "0" });
  const { publishableKey } = JSON.parse(readFileSync(join(place.DATA_DIR, "auth-keys.json"), "utf8"));
  const { auth } = createClient(site.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await auth.signInWithPassword({ email: "uxia@example.com", password });
  expect(error).toBeNull();
  expect(data.user!.user_metadata).toMatchObject({ full_name: "Uxía" });
  expect((await site.stop()).code).toBe(0);

  const { requests, mails } = await readStored(place);
  expect(requests.map(({ name }) => name).toSorted()).toEqual(["Uxía 0", "Uxía 1", "Uxía 2"]);
  expect(mails.filter(({ requestId }) => requestId).map(({ state }) => state)).toEqual(Array(6).fill("sent"));
  // Nothing is left to do.
  expect(runScript("migrate", [], place)).not.toContain("Done:");
}
