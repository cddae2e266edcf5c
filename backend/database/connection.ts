import { cpSync, existsSync, rmSync, statfsSync } from "node:fs";
import { Socket } from "node:net";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { QueryOptions, Transaction } from "@electric-sql/pglite";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { Client, Pool, type QueryResult } from "pg";
import { moveDurably, syncTree } from "#backend/durable-files.ts";
import type { Settings } from "#backend/settings.ts";
import { StartError } from "#backend/start-error.ts";
import { lockFolder } from "./lock.ts";
import { pg_trgm, pgcrypto, PGlite } from "./pglite.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import * as schema from "./schema.ts";
import { SyncedFiles, unsafe } from "./synced-files.ts";

export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Runs a script of any number of statements; gives the rows of the last one. */
export type RunScript = (script: string) => Promise<Record<string, unknown>[]>;

export type Database = {
  engine: "embedded" | "server";
  queries: Queries;
  /** Whether it can be used; the error says why not. */
  check(): Promise<void>;
  /** All scripts that the work runs take effect together, or none. */
  inOneTransaction(work: (run: RunScript) => Promise<void>): Promise<void>;
  /** Hears what is told by NOTIFY, on a connection of its own. */
  listen(channel: string, hear: (text: string) => void): Promise<Listening>;
  /** When the disk of the embedded one fails: it answers no more, and the process must end. */
  failed?: Promise<StartError>;
  close(): Promise<void>;
};

/** `ended` when the connection is no more. */
export type Listening = { ended: Promise<void>; stop(): Promise<void> };

const options = { schema, casing: "snake_case" } as const;

/** What a transaction is made with: to look at all tables each time would cost as much as a question. */
const ofOne = { casing: "snake_case" } as const;

type BeginWith = <T>(script: string, work: (queries: Queries, rows: Record<string, unknown>[]) => Promise<T>) => Promise<T>;

/** By the queries of the database that is open. */
const beginnings = new WeakMap<Queries, BeginWith>();

/**
 * A transaction that begins with a script, in one go: to ask one thing after another is most of what a short transaction costs. The work
 * gets the rows of the script's last statement.
 */
export function beginWith<T>(
  database: Queries,
  script: string,
  work: (queries: Queries, rows: Record<string, unknown>[]) => Promise<T>,
): Promise<T> {
  return beginnings.get(database)!(script, work);
}

/** Drizzle does not know that a transaction has begun: one inside it would end it, and with it what its beginning has set. */
function begun(queries: Queries): Queries {
  queries.transaction = () => Promise.reject(new Error("The transaction has begun already: use a savepoint"));
  return queries;
}

/** The database of DATABASE_URL, or the embedded one in the data folder. */
export async function openDatabase(where: Where): Promise<Database> {
  const database = await connectDatabase(where);
  try {
    await database.check();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** The same for whoever can wait: a server may be away, and come. */
export async function connectDatabase({ databaseUrl, dataDir, supabase }: Where): Promise<Database> {
  return databaseUrl ? connectServer(databaseUrl) : openEmbedded(dataDir, !supabase?.url);
}

type Where = Pick<Settings, "databaseUrl" | "dataDir"> & Partial<Pick<Settings, "supabase">>;

/** The server of DATABASE_URL does not answer now. */
export class DatabaseAway extends StartError {}

/** What a connection is told at its start. A pooler in transaction mode (a Supabase project's port 6543, PgBouncer) keeps no settings. */
const connectionSettings = { application_name: "abrente", statement_timeout: 10_000, lock_timeout: 9000 };

function connectServer(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 10_000,
    // A statement takes 10 s at most. A server that is silent for longer is gone, and the query would wait for ever.
    stream: impatientSocket,
    ...(new URL(url).port !== "6543" && connectionSettings),
  });
  // A connection that dies, in use or not: its query fails, the next one makes another. Unheard, it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const queries: Queries = drizzlePostgres(pool, options);
  beginnings.set(queries, async (script, work) => {
    const client = await pool.connect();
    try {
      const rows = lastRows(await client.query(`begin; ${script}`));
      const result = await work(begun(drizzlePostgres(client, ofOne) as Queries), rows);
      await client.query("commit");
      client.release();
      return result;
    } catch (error) {
      // A connection on which not even that works is no use to anybody.
      await client.query("rollback").then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw error;
    }
  });
  return {
    engine: "server",
    queries,
    check: () => checkServer(pool),
    inOneTransaction: async (work) => {
      // A connection of its own: waiting for another copy's migrations may take longer than a query should.
      const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
      client.on("error", () => {});
      try {
        await client.connect();
        await client.query("begin; set local lock_timeout = 0; set local statement_timeout = 0");
        await work(async (script) => lastRows(await client.query(script)));
        await client.query("commit");
      } finally {
        // With its transaction, if that is not over.
        await client.end();
      }
    },
    listen: (channel, hear) => listenOn(url, channel, hear),
    close: () => pool.end(),
  };
}

/** Milliseconds. Asked now and then, a server that is gone is noticed by its silence. */
const askAgain = 10_000;

async function listenOn(url: string, channel: string, hear: (text: string) => void): Promise<Listening> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, stream: impatientSocket });
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  client.on("error", () => {});
  client.on("notification", ({ payload = "" }) => hear(payload));
  await client.connect();
  await client.query(`listen ${channel}`);
  const timer = setInterval(() => void client.query("select 1").catch(() => {}), askAgain);
  void ended.then(() => clearInterval(timer));
  return { ended, stop: () => client.end() };
}

async function checkServer(pool: Pool): Promise<void> {
  try {
    const { rows } = await pool.query(
      "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
    );
    if (rows[0].version < 150_000) throw new StartError("The setting DATABASE_URL must name a Postgres of version 15 or newer.");
    if (rows[0].encoding !== "UTF8") throw new StartError("The setting DATABASE_URL must name a database in the encoding UTF8.");
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (refusesSettings(code, message) && "statement_timeout" in pool.options) {
      for (const name of Object.keys(connectionSettings)) delete pool.options[name as keyof typeof pool.options];
      return checkServer(pool);
    }
    throw notOpened(code, message);
  }
}

/** PgBouncer's answer to settings that it cannot keep. Under the same code it says that its own Postgres is away, and other things. */
export function refusesSettings(code: string, message: string): boolean {
  return code === "08P01" && message.includes("unsupported startup parameter");
}

export function notOpened(code: string, message: string): StartError {
  const reason = reasons[code] ?? message;
  const sentence = `The setting DATABASE_URL names a database that cannot be opened: ${reason}${code && ` (${code})`}.`;
  return !code || away.has(code) ? new DatabaseAway(sentence) : new StartError(sentence);
}

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  ETIMEDOUT: "it does not answer",
  "28P01": "the password is wrong, or there is no such user",
  "28000": "the user may not connect",
  "3D000": "there is no database of that name",
  "42501": "the user may not connect to it",
  "53300": "it has too many connections",
  "57P03": "it is starting or stopping",
};

/** Without a code it took too long. The name of a container that is stopped is gone; PgBouncer says 08P01 while its Postgres is. */
const away = new Set("ECONNREFUSED ECONNRESET ENOTFOUND ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN 08P01 53300 57P01 57P03".split(" "));

function impatientSocket(): Socket {
  return new Socket().setTimeout(15_000, closeSilent);
}

function closeSilent(this: Socket) {
  this.destroy();
}

/** Of a script with several statements there are as many results. */
function lastRows(result: QueryResult | QueryResult[]): Record<string, unknown>[] {
  return (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? [];
}

async function openEmbedded(dataDir: string, hasAccounts: boolean): Promise<Database> {
  const unlock = lockFolder(dataDir);
  const client = await openFolder(join(dataDir, "db"), hasAccounts).catch((error) => {
    unlock();
    throw error;
  });
  const queries: Queries = drizzlePglite(client, options);
  beginnings.set(queries, (script, work) =>
    client.transaction(async (transaction) => {
      const rows = (await transaction.exec(script)).at(-1)?.rows ?? [];
      return work(begun(drizzlePglite(transaction as unknown as PGlite, ofOne) as unknown as Queries), rows);
    }),
  );
  return {
    engine: "embedded",
    failed: client.files.failed,
    queries,
    // It would not have opened.
    async check() {},
    inOneTransaction: async (work) => {
      await client.transaction(async (transaction) => {
        await work(async (script) => (await transaction.exec(script)).at(-1)?.rows ?? []);
      });
    },
    async listen(channel, hear) {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const stop = await client.listen(channel, hear);
      return {
        ended,
        stop: () =>
          stop()
            .catch(() => {})
            .then(end),
      };
    },
    async close() {
      // Without room, or with a disk that failed, it is left as a killed process leaves it, which it survives.
      if (hasRoom(dataDir) && !client.files.failure) await client.close();
      unlock();
    },
  };
}

/** Making a new one takes seconds, so the build has one ready to be copied, for sites that have the accounts in it too. */
const emptyDatabase = join(process.env.BUILD_DIR ?? "build", "empty-database");

async function openFolder(folder: string, hasAccounts: boolean): Promise<CarefulPGlite> {
  if (!hasRoom(dirname(folder))) throw new StartError(`${noRoom} Make room, and start again.`);
  if (!existsSync(folder)) {
    // Made aside and put in its place when whole: a start that is killed half-way must not leave half a database.
    const aside = `${folder}-new`;
    rmSync(aside, { recursive: true, force: true });
    if (hasAccounts && existsSync(emptyDatabase)) cpSync(emptyDatabase, aside, { recursive: true });
    else await (await PGlite.create(aside)).close();
    syncTree(aside);
    moveDurably(aside, folder);
  }
  refusePart(folder);
  // Left by a process that was killed: the folder is locked, so there is no other. An empty one, of a kill at the wrong moment, would stop every start.
  rmSync(join(folder, "postmaster.pid"), { force: true });
  const client = new CarefulPGlite(folder);
  await client.start();
  return client;
}

/** Of a database that somebody has copied while it ran, or in part, Postgres says little, and PGlite makes a new one where it finds no version. */
function refusePart(folder: string) {
  const missing = ["PG_VERSION", "global/pg_control", "pg_wal", "pg_xact", "base"].find((name) => !existsSync(join(folder, name)));
  if (!missing) return;
  throw new StartError(
    `The database in "${folder}" is not whole: "${missing}" is missing. Put the folder back as it was, or move it away and restore a backup (npm run restore -- FILE); without it, the site starts with an empty database.`,
  );
}

/** When its log finds no room PGlite turns in a circle for ever, and the whole process with it: so it is not asked any more before that. */
const leastRoom = 64 * 1024 * 1024;
const noRoom = "The disk of the data folder (DATA_DIR) has less than 64 MB left.";

/** Milliseconds. */
const longestTurn = 10;

const startParams = [
  // Without the one that turns syncing off. Of the ways to sync, fsync is the one that reaches the files.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  // Of the 128 MB that a Postgres takes by default, most would be memory for nothing.
  "-c",
  "shared_buffers=32MB",
  // A plan for all values finds no index that is for some of them.
  "-c",
  "plan_cache_mode=force_custom_plan",
];

const safeSettings = { fsync: "on", full_page_writes: "on", synchronous_commit: "on", wal_sync_method: "fsync" };

/**
 * Times and intervals as the text that they are: what Drizzle asks for with every query. PGlite would copy all parsers each time, which is a
 * fifth of what a short query costs; so it has these from the start, and is told nothing more.
 */
const asText = Object.fromEntries([1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231].map((type) => [type, (value: string) => value]));

const withoutParsers = ({ parsers: _same, ...rest }: QueryOptions = {}): QueryOptions => rest;

class CarefulPGlite extends PGlite {
  readonly files: SyncedFiles;
  readonly #prepared = new PreparedStatements();

  constructor(folder: string) {
    const files = new SyncedFiles(folder);
    super(folder, { fs: files, startParams, extensions: { pg_trgm, pgcrypto }, parsers: asText });
    this.files = files;
  }

  async start() {
    try {
      await this.waitReady;
    } catch (error) {
      throw this.files.failure ?? error;
    }
    const names = Object.keys(safeSettings).map((name) => `current_setting('${name}') as ${name}`);
    const { rows } = await this.query(`select ${names.join(", ")}`);
    if (!this.files.synced || !isDeepStrictEqual({ ...rows[0]! }, safeSettings)) throw new StartError(unsafe("it does not sync"));
  }

  override async execProtocolStream(message: Uint8Array, manner?: Parameters<PGlite["execProtocolStream"]>[1]) {
    type Answers = ReturnType<PGlite["execProtocolStream"]>;
    return this.#prepared.ask(message, (changed) => super.execProtocolStream(changed, manner)) as Answers;
  }

  override query<T>(text: string, parameters?: unknown[], how?: QueryOptions) {
    return super.query<T>(text, parameters, withoutParsers(how));
  }

  override transaction<T>(work: (transaction: Transaction) => Promise<T>) {
    return super.transaction((transaction) => {
      const { query } = transaction;
      transaction.query = (text, parameters, how) => query(text, parameters, withoutParsers(how));
      return work(transaction);
    });
  }

  /** Everything that it is asked goes through here. */
  override execProtocolRawSync(message: Uint8Array) {
    try {
      if (!this.files.failure) return super.execProtocolRawSync(message);
    } catch (error) {
      if (!this.files.failure) throw error;
    }
    throw this.files.failure!;
  }

  /** What was acknowledged does not depend on how it ends. */
  override async close() {
    try {
      await super.close();
    } catch (error) {
      if (!this.files.failure) throw error;
    }
  }

  /** It begins everything with this. */
  override async _checkReady() {
    if (!hasRoom(this.dataDir!)) throw new Error(noRoom);
    await super._checkReady();
  }

  #lastPause = 0;

  /** It answers all who wait in one go, as long as there are any, and nothing else of this process has a turn: so it pauses now and then. */
  override _runExclusiveTransaction<T>(work: () => Promise<T>): Promise<T> {
    return super._runExclusiveTransaction(async () => {
      if (performance.now() - this.#lastPause > longestTurn) {
        await setImmediate();
        this.#lastPause = performance.now();
      }
      return work();
    });
  }
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= leastRoom;
}
