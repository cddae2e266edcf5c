import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { openDatabase } from "#backend/database/connection.ts";
import { findProgram } from "../../deploy/programs.ts";
import { password } from "../../password.ts";
import { startPgBouncer } from "../../pgbouncer.ts";
import { findPostgres } from "../../postgres.ts";
import { newDatabase, newFolder, startSite } from "../site.ts";

test.skipIf(!findPostgres() || !findProgram("pgbouncer"))(
  "behind a pooler in transaction mode everybody is who they are, files come and go, and the log says once that nothing can be heard",
  async () => {
    const DATABASE_URL = await newDatabase();
    const place = { DATA_DIR: newFolder(), DATABASE_URL: await startPgBouncer(DATABASE_URL) };
    const site = await startSite(place, { CLOCKS: JSON.stringify({ realtime: { poll: 200, probe: 500 } }) });
    const { publishableKey, secretKey } = JSON.parse(readFileSync(join(place.DATA_DIR, "auth-keys.json"), "utf8"));
    const clientWith = (key: string) => createClient(site.url, key, { auth: { persistSession: false } });
    const admin = clientWith(secretKey);

    const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: "unused" });
    await database.inOneTransaction(async (run) => {
      await run(`
        create table public.notes (text text, user_id uuid default auth.uid());
        alter table public.notes enable row level security;
        create policy own on public.notes to authenticated using (user_id = auth.uid());
        create policy own_files on storage.objects to authenticated using (owner_id = auth.uid()::text);`);
    });
    await database.close();

    // Each of them asks on whatever connection is free: nothing of who they are may stay on it.
    const people = await Promise.all(
      ["uxia", "brais"].map(async (name) => {
        const email = `${name}@example.com`;
        expect((await admin.auth.admin.createUser({ email, password, email_confirm: true })).error).toBeNull();
        const client = clientWith(publishableKey);
        expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
        expect((await client.from("notes").insert({ text: name })).error).toBeNull();
        return { name, client };
      }),
    );
    for (let round = 0; round < 10; round++) {
      const seen = await Promise.all(people.map(async ({ client }) => (await client.from("notes").select("text")).data));
      expect(seen).toEqual(people.map(({ name }) => [{ text: name }]));
      expect((await clientWith(publishableKey).from("notes").select("text")).data).toEqual([]);
    }

    expect((await admin.storage.createBucket("files")).error).toBeNull();
    for (const { name, client } of people) expect((await client.storage.from("files").upload(`${name}.txt`, name)).error).toBeNull();
    for (const { name, client } of people) {
      expect((await client.storage.from("files").list()).data!.map((file) => file.name)).toEqual([`${name}.txt`]);
    }

    const channel = people[0]!.client.channel("room");
    await new Promise<void>((resolve) => void channel.subscribe((state) => state === "SUBSCRIBED" && resolve()));
    const sentence = "Nothing can be heard through the pooler of DATABASE_URL";
    await expect.poll(() => site.output().includes(sentence), { timeout: 20_000 }).toBe(true);
    await pause(5000);
    expect(site.output().split(sentence)).toHaveLength(2);
    await people[0]!.client.removeAllChannels();
    await site.stop();
  },
);
