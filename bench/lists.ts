import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { freePort, startPostgres } from "../tests/postgres.ts";
import { startServer } from "../tests/server.ts";

/**
 * `node bench/lists.ts`: how long the administrators' lists take on Postgres with 1,000 people and requests, and with 100,000.
 * `--check` fails when one takes more than three times as long.
 */
const sizes = [1000, 100_000];
const most = 3;
const rounds = 40;
const password = "correct horse battery";

const pages: Record<string, string> = {
  people: "/admin/profiles",
  "people, rare word": "/admin/profiles?q=person777",
  "people, frequent word": "/admin/profiles?q=example",
  "people, administrators": "/admin/profiles?show=admins",
  "people, banned": "/admin/profiles?show=banned",
  "people, far back": "/admin/profiles",
  inbox: "/admin/messages",
  "inbox, won": "/admin/messages?folder=won",
  "inbox, rare word": "/admin/messages?folder=lost&q=word777",
  "inbox, frequent word": "/admin/messages?folder=lost&q=panadaria",
  "inbox, filters": "/admin/messages?folder=lost&reason=offer&language=gl&mode=contact",
  "inbox, a month": "/admin/messages?folder=lost&from=2026-03-01&to=2026-03-31",
  "inbox, far back": "/admin/messages?folder=lost",
};
const isFar = (name: string) => name.endsWith("far back");

const server = await startPostgres();
const times: Record<string, number[]> = {};
for (const size of sizes) {
  const databaseUrl = await server.createDatabase();
  const folder = mkdtempSync(join(tmpdir(), "abrente-"));
  const port = String(await freePort());
  const site = await startServer({ DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: port }, "build");
  const base = `http://localhost:${port}`;
  await seed(databaseUrl, size);
  const cookie = await signIn(base, folder);
  for (const [name, path] of Object.entries(pages)) {
    let address = path;
    if (isFar(name)) for (let steps = 0; steps < 10; steps++) address = (await olderLink(base + address, cookie)) ?? address;
    (times[name] ??= []).push(await median(base + address, cookie));
  }
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
await server.stop();

console.log(
  `| page | ${sizes.map((size) => `${size.toLocaleString("en")}, ms`).join(" | ")} | ratio |\n|---|${sizes.map(() => "---|").join("")}---|`,
);
let worst = 0;
for (const [name, [small, large]] of Object.entries(times)) {
  const ratio = large! / small!;
  worst = Math.max(worst, ratio);
  console.log(`| ${name} | ${small!.toFixed(1)} | ${large!.toFixed(1)} | ${ratio.toFixed(2)} |`);
}
console.log(`\nThe worst ratio is ${worst.toFixed(2)}; ${most} is allowed.`);
if (process.argv.includes("--check") && worst > most) process.exitCode = 1;

/** People and requests as two years would bring them, one in a hundred with a rare word. */
async function seed(databaseUrl: string, size: number) {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
  await sql`
    insert into auth.users (email, email_confirmed_at, created_at, raw_user_meta_data, raw_app_meta_data, banned_until)
    select 'person' || n || '@example.com', now(), now() - (n * interval '2 years' / ${size}::float),
      jsonb_build_object('name', (array['Uxía','Brais','Sabela','Anxo','Noa'])[1 + n % 5] || ' ' || (array['Nogueira','Pazos','Rial','Lema'])[1 + n % 4], 'locale', 'gl'),
      case when n % (${size}::int / 20) = 0 then '{"role": "admin"}' else '{}' end::jsonb,
      case when n % (${size}::int / 100) = 0 then now() + interval '1 year' end
    from generate_series(1, ${size}::int) as n`;
  await sql`
    insert into public.requests (state, mode, name, email, company, reason, message, locale, content_hash, message_hash, created_at, last_contact_at)
    select (array['lost','lost','won','in_progress','new','lost','spam','won'])[1 + n % 8], case when n % 3 = 0 then 'requestOffer' else 'contact' end,
      (array['Uxía','Brais','Sabela','Anxo','Noa'])[1 + n % 5] || ' Nogueira', 'person' || n || '@example.com', 'Negocio ' || n % 500,
      (array['general','offer','support','partnership'])[1 + n % 4],
      'Temos unha panadaría en Lugo e queremos unha páxina para os encargos. word' || n % 1000 || repeat(' Máis palabras sobre o pan.', 10),
      (array['en','es','gl'])[1 + n % 3], 'c' || n, 'm' || n, now() - (n * interval '2 years' / ${size}::float), now()
    from generate_series(1, ${size}::int) as n`;
  await sql`
    insert into public.page_views (day, path, locale, referrer, views)
    select current_date - d, path, locale, '', 10 from generate_series(0, 730) as d, unnest(array['/', '/contact']) as path, unnest(array['en','es','gl']) as locale`;
  await sql`vacuum analyze`;
  await sql.end();
}

async function signIn(base: string, folder: string): Promise<string> {
  const { secretKey } = JSON.parse(readFileSync(join(folder, "auth-keys.json"), "utf8"));
  const email = "admin@example.com";
  const accounts = createClient(base, secretKey, { auth: { persistSession: false } });
  const { error } = await accounts.auth.admin.createUser({ email, password, email_confirm: true, app_metadata: { role: "admin" } });
  if (error) throw error;
  const response = await fetch(`${base}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: base },
    body: new URLSearchParams({ intent: "password", email, password }),
  });
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}

async function olderLink(address: string, cookie: string): Promise<string | undefined> {
  const page = await (await fetch(address, { headers: { Cookie: cookie } })).text();
  const link = [...page.matchAll(/href="([^"]*[?&;](?:before|after)=[^"]*)"/g)].at(-1)?.[1];
  return link?.replaceAll("&amp;", "&");
}

async function median(address: string, cookie: string): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const response = await fetch(address, { headers: { Cookie: cookie } });
    await response.text();
    if (response.status !== 200) throw new Error(`${address} answers ${response.status}`);
    taken.push(performance.now() - start);
  }
  return taken.slice(5).toSorted((a, b) => a - b)[Math.floor((rounds - 5) / 2)]!;
}
