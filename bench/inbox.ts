import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { openDatabase, type Database, type Queries } from "#backend/database/connection.ts";
import { migrate, records } from "#backend/database/migrate.ts";
import { requests } from "#backend/database/schema.ts";
import { readFilters, viewOf } from "#backend/requests/inbox-filters.ts";
import { countFolders, countFound, countUnread, readArrivals, readPage, readRequest } from "#backend/requests/inbox.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { readAllMigrations } from "../scripts/database.ts";
import { findPostgres, startPostgres } from "../tests/postgres.ts";
import { medianOf } from "./median.ts";
import { atFullSpeed } from "./pace.ts";

/**
 * `node bench/inbox.ts`: how long the inbox looks for something among 100,000 requests, counts it and reads a page of it, and how long it
 * opens a conversation, on both engines. Beside each stands how many times as long it takes as one plain query of the same moment, that looks at every
 * request: the machine's speed is in both.
 * `--check` fails when a median takes longer than bench/budgets.json allows.
 */
const size = 100_000;
const rounds = 9;
/** Of so many requests one was talked about, with so many messages and as many mails. */
const talked = 10;
const messages = 5;

const searches: Record<string, string> = {
  "the folder of new requests": "",
  "all folders": "folder=all",
  "a rare word": "q=word777",
  "a part of a rare word": "q=ord77",
  "a frequent word": "q=panadaria",
  "a part of a frequent word": "q=anada",
  "two letters": "q=pa",
  "an address": "q=person777@example.com",
  "a reference": "q=REFERENCE",
  "nothing that is there": "q=zzzzqq",
  "two words, one of them rare": "q=lugo+word777",
  "a frequent word in one folder": "q=panadaria&folder=won",
  "a rare word in one folder": "q=word777&folder=won",
  filters: "reason=offer&language=gl&mode=contact",
  "a month": "from=2026-03-01&to=2026-03-31",
  mine: "assigned=me",
  unread: "unread=yes",
};

const nameOf = { embedded: "inbox of 100,000 requests, embedded, ms", server: "inbox of 100,000 requests, Postgres, ms" };

if (import.meta.main) {
  const budgets: Record<string, { most: number }> = JSON.parse(readFileSync("bench/budgets.json", "utf8"));
  for (const [name, longest] of Object.entries(await measureInbox())) {
    const { most } = budgets[name]!;
    console.log(`${name}: ${longest.toFixed(1)} at most, ${most} is allowed.`);
    if (process.argv.includes("--check") && longest > most) process.exitCode = 1;
  }
}

/** The longest median of each engine, by its name in bench/budgets.json. Without a Postgres, there is one. */
export async function measureInbox(): Promise<Record<string, number>> {
  const longest: Record<string, number> = {};
  const folder = mkdtempSync(join(tmpdir(), "abrente-bench-"));
  const embedded = await openDatabase({ dataDir: folder });
  longest[nameOf.embedded] = await measure(embedded, async () => void (await embedded.queries.execute("vacuum analyze")));
  rmSync(folder, { recursive: true });
  if (findPostgres()) {
    const server = await startPostgres();
    const databaseUrl = await server.createDatabase();
    longest[nameOf.server] = await measure(await openDatabase({ dataDir: folder, databaseUrl }), async () => {
      const connection = postgres(databaseUrl, { max: 1, onnotice() {} });
      await connection`vacuum analyze`;
      await connection.end();
    });
    await server.stop();
  }
  return longest;
}

async function measure(database: Database, vacuum: () => Promise<void>): Promise<number> {
  await migrate(database, readAllMigrations()[records.site]!);
  await seed(database);
  await vacuum();
  console.log(`\n| ${size.toLocaleString("en")} requests, ${database.engine} | found | ms | times a plain query |\n|---|---|---|---|`);
  const medians: number[] = [];
  const [some] = await database.queries.select({ id: requests.id }).from(requests).limit(1);
  for (const [name, query] of Object.entries(searches)) {
    const wanted = query.replace("REFERENCE", referenceOf(some!));
    const { found, median, plain } = await atFullSpeed(`inbox, ${name}`, () => search(database, wanted));
    medians.push(median);
    console.log(`| ${name} | ${found} | ${median.toFixed(1)} | ${(median / plain).toFixed(1)} |`);
  }
  const opening = await atFullSpeed("inbox, a conversation", () => openOne(database));
  medians.push(opening.median);
  console.log(
    `| a conversation is opened | ${opening.found} | ${opening.median.toFixed(1)} | ${(opening.median / opening.plain).toFixed(1)} |`,
  );
  console.log();
  await database.close();
  return Math.max(...medians);
}

/** What a page of the inbox asks for. */
async function search({ queries }: Database, query: string) {
  const filters = readFilters(new URLSearchParams(query));
  const wanted = { filters, view: viewOf(filters), me: "0b9d1c1e-0000-4000-8000-000000000001" };
  const times: number[] = [];
  const plain: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    plain.push(await plainQuery(queries));
    const start = performance.now();
    const counts = await countFound(queries, wanted);
    await countFolders(queries);
    await countUnread(queries);
    await readArrivals(queries);
    await readPage(queries, wanted, counts);
    times.push(performance.now() - start);
    found = counts.all;
  }
  return { found, median: medianOf(times), plain: medianOf(plain) };
}

/** How long it takes to look at every request once. */
async function plainQuery(queries: Queries) {
  const start = performance.now();
  await queries.execute(sql`select count(*) from requests where length(message) = 0`);
  return performance.now() - start;
}

/** One of those that were talked about: what its page reads. */
async function openOne({ queries }: Database) {
  const times: number[] = [];
  const plain: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const [request] = await queries
      .select({ id: requests.id })
      .from(requests)
      .where(eq(requests.email, `person${talked * (round + 1)}@example.com`));
    plain.push(await plainQuery(queries));
    const start = performance.now();
    const { events, mails } = (await readRequest(queries, request!.id))!;
    times.push(performance.now() - start);
    found = events.length + mails.length;
  }
  return { found, median: medianOf(times), plain: medianOf(plain) };
}

/** Requests as years would bring them, one in a thousand with the same rare word. The index of the words is made at the end, at once. */
async function seed(database: Database) {
  await database.inOneTransaction(async (run) => {
    const [index] = await run("select indexdef from pg_indexes where indexname = 'requests_text'");
    if (index) await run("drop index requests_text");
    await run(`
      insert into public.requests (state, mode, name, email, company, reason, message, locale, content_hash, message_hash, created_at, last_contact_at, assignee_id, seen_at)
    select (array['lost','lost','won','in_progress','new','lost','spam','won'])[1 + n % 8], case when n % 3 = 0 then 'requestOffer' else 'contact' end,
      (array['Uxía','Brais','Sabela','Anxo','Noa'])[1 + n % 5] || ' Nogueira', 'person' || n || '@example.com', 'Negocio ' || n % 500,
      (array['general','offer','support','partnership'])[1 + n % 4],
      'Temos unha panadaría en Lugo e queremos unha páxina para os encargos. word' || n % 1000 || repeat(' Máis palabras sobre o pan.', 10),
      (array['en','es','gl'])[1 + n % 3], 'c' || n, 'm' || n, now() - (n * interval '2 years' / ${size}::float), now(),
      case when n % 50 = 0 then '0b9d1c1e-0000-4000-8000-000000000001'::uuid end, case when n % 40 <> 0 then now() end
    from generate_series(1, ${size}::int) as n`);
    await run(`
      with said as (
        insert into public.request_events (request_id, kind, text, actor_email, created_at)
        select id, case when m % 2 = 0 then 'answer' else 'reply' end, 'Mensaxe ' || m || repeat(' e pan', 20), email, created_at + m * interval '1 hour'
        from public.requests, generate_series(1, ${messages}::int) as m where substring(email from 'person(\\d+)@')::int % ${talked} = 0
        returning id, request_id, kind, created_at
      )
      insert into public.outbox (kind, request_id, event_id, state, created_at, sent_at)
      select kind, request_id, id, 'sent', created_at, created_at from said`);
    if (index) await run(`${index.indexdef}`);
  });
}
