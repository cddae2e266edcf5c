import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { openDatabase, type Database } from "#backend/database/connection.ts";
import { migrate, records } from "#backend/database/migrate.ts";
import { readFilters, viewOf } from "#backend/requests/inbox-filters.ts";
import { countFolders, countFound, readPage } from "#backend/requests/inbox.ts";
import { readAllMigrations } from "../scripts/database.ts";
import { findPostgres, startPostgres } from "../tests/postgres.ts";
import { medianOf } from "./median.ts";

/**
 * `node bench/inbox.ts`: how long the inbox looks for something among 100,000 requests, counts it and reads a page of it, on both engines.
 * `--check` fails when a median takes longer than it may.
 */
const size = 100_000;
const rounds = 11;
const most = { embedded: 400, server: 150 };

const searches: Record<string, string> = {
  "the folder of new requests": "",
  "all folders": "folder=all",
  "a rare word": "q=word777",
  "a part of a rare word": "q=ord77",
  "a frequent word": "q=panadaria",
  "a part of a frequent word": "q=anada",
  "two letters": "q=pa",
  "an address": "q=person777@example.com",
  "a reference": "q=0b9d1c1e",
  "nothing that is there": "q=zzzzqq",
  "two words, one of them rare": "q=lugo+word777",
  "a frequent word in one folder": "q=panadaria&folder=won",
  "a rare word in one folder": "q=word777&folder=won",
  filters: "reason=offer&language=gl&mode=contact",
  "a month": "from=2026-03-01&to=2026-03-31",
  mine: "assigned=me",
};

let isSlow = false;
const folder = mkdtempSync(join(tmpdir(), "abrente-bench-"));
const embedded = await openDatabase({ dataDir: folder });
await measure("embedded", embedded, async () => void (await embedded.queries.execute("vacuum analyze")));
rmSync(folder, { recursive: true });
if (findPostgres()) {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  await measure("server", await openDatabase({ dataDir: folder, databaseUrl }), async () => {
    const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
    await sql`vacuum analyze`;
    await sql.end();
  });
  await server.stop();
}
if (process.argv.includes("--check") && isSlow) process.exitCode = 1;

async function measure(engine: keyof typeof most, database: Database, vacuum: () => Promise<void>) {
  await migrate(database, readAllMigrations()[records.site]!);
  await seed(database);
  await vacuum();
  console.log(`\n| ${size.toLocaleString("en")} requests, ${engine} | found | ms |\n|---|---|---|`);
  for (const [name, query] of Object.entries(searches)) {
    const filters = readFilters(new URLSearchParams(query));
    const wanted = { filters, view: viewOf(filters), me: "0b9d1c1e-0000-4000-8000-000000000001" };
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      const counts = await countFound(database.queries, wanted);
      await countFolders(database.queries);
      await readPage(database.queries, wanted, counts);
      times.push(performance.now() - start);
      found = counts.all;
    }
    const median = medianOf(times);
    isSlow ||= median > most[engine];
    console.log(`| ${name} | ${found} | ${median.toFixed(1)} |`);
  }
  console.log(`\nAllowed: ${most[engine]} ms.`);
  await database.close();
}

/** Requests as years would bring them, one in a thousand with the same rare word. The index of the words is made at the end, at once. */
async function seed(database: Database) {
  await database.inOneTransaction(async (run) => {
    const [index] = await run("select indexdef from pg_indexes where indexname = 'requests_text'");
    if (index) await run("drop index requests_text");
    await run(`
      insert into public.requests (state, mode, name, email, company, reason, message, locale, content_hash, message_hash, created_at, last_contact_at, assignee_id)
    select (array['lost','lost','won','in_progress','new','lost','spam','won'])[1 + n % 8], case when n % 3 = 0 then 'requestOffer' else 'contact' end,
      (array['Uxía','Brais','Sabela','Anxo','Noa'])[1 + n % 5] || ' Nogueira', 'person' || n || '@example.com', 'Negocio ' || n % 500,
      (array['general','offer','support','partnership'])[1 + n % 4],
      'Temos unha panadaría en Lugo e queremos unha páxina para os encargos. word' || n % 1000 || repeat(' Máis palabras sobre o pan.', 10),
      (array['en','es','gl'])[1 + n % 3], 'c' || n, 'm' || n, now() - (n * interval '2 years' / ${size}::float), now(),
      case when n % 50 = 0 then '0b9d1c1e-0000-4000-8000-000000000001'::uuid end
    from generate_series(1, ${size}::int) as n`);
    if (index) await run(`${index.indexdef}`);
  });
}
