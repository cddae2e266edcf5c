import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Api } from "./api/caller.ts";
import { inProcess } from "./api/in-process.ts";
import type { Services } from "./api/service.ts";
import type { Auth } from "./auth/context.ts";
import { refuseCall } from "./auth/errors.ts";
import { openKeys } from "./auth/keys.ts";
import { eraseOldAccountData } from "./auth/retention.ts";
import { users } from "./auth/schema.ts";
import { createAuth } from "./auth/service.ts";
import { keepConsentProofs, type ConsentProofs } from "./consent-proofs.ts";
import { openControl } from "./control.ts";
import { connectDatabase, DatabaseAway, type Database, type Queries } from "./database/connection.ts";
import { migrate, readMigrations, records, refuseNewer } from "./database/migrate.ts";
import { eraseWhatIsOver } from "./database/retention.ts";
import { hasRoles, rolesMissing } from "./database/roles.ts";
import { fetchRetry } from "./fetch-retry.ts";
import { createFunctions } from "./functions/service.ts";
import { readHealth, type Health } from "./health.ts";
import { eraseMailFiles, eraseOldMailFiles } from "./mail/old-files.ts";
import { freeClaims, startOutbox, type Outbox } from "./mail/outbox.ts";
import type { Mailbox } from "./mailbox/mailbox.ts";
import type { Client } from "./network.ts";
import { countPageViews, type PageViews } from "./page-views.ts";
import type { Accounts } from "./people/admin-client.ts";
import { makeAdmin } from "./people/make-admin.ts";
import { eraseRequest, type Actor } from "./requests/change-request.ts";
import { collectFiles, collectRemoved } from "./requests/files.ts";
import { createRealtime, type Realtime } from "./realtime/realtime.ts";
import { eraseOldMessages } from "./realtime/retention.ts";
import { createRest } from "./rest/service.ts";
import type { Settings } from "./settings.ts";
import { StartError } from "./start-error.ts";
import { collectLeftovers } from "./storage/collect.ts";
import { refuseOtherStore } from "./storage/identity.ts";
import { createStorage } from "./storage/service.ts";
import { diskStore, type FileStore } from "./storage/store.ts";

const migrations = readMigrations(
  import.meta.glob<string>("/supabase/migrations/*.sql", { query: "?raw", import: "default", eager: true }),
);

const authMigrations = readMigrations(
  import.meta.glob<string>("./auth/migrations/*.sql", { query: "?raw", import: "default", eager: true }),
);

const erasing = 6 * 3_600_000;

/** What stands behind the pages. */
export type Backend = {
  queries: Queries;
  /** There is a new mail in the outbox. */
  wakeOutbox(): void;
  /** Forgets a request, with its mails wherever they are. */
  eraseRequest(id: string, actor: Actor): Promise<"done" | "gone" | "busy">;
  /** The API of a Supabase project, ours; none when there is such a project. */
  services: Services;
  /** The part of it that is no answer to a request: sockets. */
  realtime?: Realtime;
  /** How to reach the accounts for a visitor: ours without a socket, a Supabase project's by the network. */
  accountsFor(client: Client, userAgent?: string): Accounts;
  /** Whether anybody can see the admin pages. */
  hasAdmin(): Promise<boolean>;
  pageViews: PageViews;
  consentProofs: ConsentProofs;
  /** Whether the database answers. */
  isReady(): Promise<boolean>;
  /** How the outbox and the accounts are. */
  health(): Promise<Health>;
  /** When it never will again: the process must end. */
  failed?: Database["failed"];
  stop(): Promise<void>;
};

/** Opens the database, brings it up to date, and starts what works without being asked: the outbox, and the erasing of old data. */
export async function startBackend(config: Settings, log: Logger): Promise<Backend> {
  const database = await connectDatabase(config);
  const { queries } = database;
  const keys = config.supabase.url ? undefined : await openKeys(config);
  let outbox: Outbox | undefined;
  let mailbox: Mailbox | undefined;
  const wakeOutbox = () => outbox?.wake();
  let canActAs = false;
  const store = await openStore(config);
  const parts = keys && { queries, config, keys, log, wakeOutbox, isReady: () => canActAs, store };
  const realtime = parts && createRealtime(parts, database);
  const services = parts ? createServices(parts, realtime!) : {};

  const consentProofs = keepConsentProofs(queries, log);
  const pageViews = countPageViews({ queries, siteUrl: config.siteUrl, log });

  const accounts = {
    url: config.supabase.url ?? config.siteUrl,
    publishableKey: keys?.publishableKey ?? config.supabase.publishableKey!,
    secretKey: keys?.secretKey ?? config.supabase.secretKey!,
    providers: Object.keys(config.auth.providers),
    isOurs: !!keys,
    signUps: config.auth.signUps,
    recentSignIn: config.clocks.recentSignIn,
  };
  const fetchFor = keys ? inProcess(services) : () => fetchRetry;
  const accountsFor: Backend["accountsFor"] = (client, userAgent = "") => ({
    ...accounts,
    fetch: speakingAs(userAgent, fetchFor(client)),
  });

  const ownAccounts = accountsFor({ address: "127.0.0.1", origin: config.siteUrl });

  const control =
    database.engine === "embedded"
      ? openControl(config.dataDir, {
          queries,
          makeAdmin: (email) => makeAdmin(ownAccounts, queries, { email, siteUrl: config.siteUrl }),
        })
      : undefined;

  async function erase() {
    try {
      await eraseWhatIsOver(queries);
      if (keys) await eraseOldAccountData(queries);
      await eraseOldMessages(queries);
      await eraseOldMailFiles(queries, config.dataDir);
      if (!keys || canActAs) await collectFiles({ queries, accounts: ownAccounts });
      if (canActAs) await collectLeftovers(queries, store);
    } catch (error) {
      log.error({ err: error }, "old data could not be erased");
    }
  }

  /** Brings the database up to date, and starts what works on it without being asked. */
  async function begin() {
    await database.check();
    if (keys) {
      if (await isSupabaseProject(queries)) {
        throw new StartError("The setting DATABASE_URL names the database of a Supabase project: set SUPABASE_URL and its two keys too.");
      }
      await refuseNewer(database, authMigrations, records.auth);
    }
    await refuseNewer(database, migrations, records.site, !keys);
    const applied = await migrate(database, migrations);
    if (keys) applied.push(...(await migrate(database, authMigrations, records.auth)));
    if (keys) {
      await database.inOneTransaction(async (run) => void (canActAs = await hasRoles(run)));
      if (!canActAs) log.error(rolesMissing);
      else await refuseOtherStore(queries, store, log);
    }
    if (applied.length > 0) log.info({ migrations: applied }, "database brought up to date");
    if (database.engine === "embedded") await freeClaims(queries);
    outbox = startOutbox({ database, config, keys, log });
    if (config.mail.imapUrl) {
      // What speaks IMAP is loaded only where it is spoken.
      const { freeMailboxes, startMailbox } = await import("./mailbox/mailbox.ts");
      if (database.engine === "embedded") await freeMailboxes(queries);
      mailbox = startMailbox({ queries, config, keys, accounts: ownAccounts, log, wakeOutbox });
    }
    realtime?.begin();
    void erase();
  }

  /** The public pages need no database: better these than nothing. */
  async function beginLater() {
    while (!outbox && !stopping.signal.aborted) {
      await pause(3000, undefined, { signal: stopping.signal }).catch(() => {});
      try {
        if (!stopping.signal.aborted) await begin();
      } catch (error) {
        if (!(error instanceof DatabaseAway)) log.error({ err: error }, "THE DATABASE CANNOT BE USED");
      }
    }
    if (outbox) log.info("the database answers");
  }

  const stopping = new AbortController();
  let beginning: Promise<void> | undefined;
  try {
    await begin();
  } catch (error) {
    if (!(error instanceof DatabaseAway)) {
      control?.close();
      await database.close();
      throw error;
    }
    log.error(`THE DATABASE IS AWAY. ${error.message} Pages are served, forms are refused, and it is tried again every 3 s.`);
    beginning = beginLater();
  }
  const timer = setInterval(async () => {
    await erase();
    if (database.engine === "embedded") await tidyUp();
  }, erasing);

  /** A Postgres server does this by itself. Without checkpoints the database's log would grow as long as the process lives. */
  async function tidyUp() {
    try {
      await queries.execute("vacuum analyze");
      await queries.execute("checkpoint");
    } catch (error) {
      log.error({ err: error }, "not tidied up");
    }
  }

  return {
    queries,
    wakeOutbox,
    async eraseRequest(id, actor) {
      const erased = await eraseRequest(queries, id);
      if ("outcome" in erased) return erased.outcome;
      eraseMailFiles(config.dataDir, erased.mails);
      await collectRemoved({ queries, accounts: ownAccounts }).catch((error) => log.error({ err: error }, "files are removed later"));
      // That it was done, and by whom, says nothing about whose it was.
      log.info({ request: id, by: actor.id, mails: erased.mails.length }, "request erased");
      return "done";
    },
    services,
    realtime,
    accountsFor,
    async hasAdmin() {
      // Somebody else's accounts are not ours to look into; a database that is away cannot be.
      if (!keys || !outbox) return true;
      const [found] = await queries
        .select({ id: users.id })
        .from(users)
        .where(sql`${users.appMetadata} ->> 'role' = 'admin'`)
        .limit(1);
      return !!found;
    },
    pageViews,
    consentProofs,
    health: () => readHealth(queries, !!keys),
    failed: database.failed,
    isReady: async () => !!outbox && Promise.race([queries.execute("select 1").then(yes, no), after(2000).then(no)]),
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await beginning;
      control?.close();
      await mailbox?.stop();
      await outbox?.stop();
      await realtime?.stop();
      await Promise.all([pageViews.stop(), consentProofs.stop()]);
      await database.close();
    },
  };
}

/** Where files are kept. What speaks S3 is loaded only where it is spoken. */
async function openStore({ files, dataDir }: Settings): Promise<FileStore> {
  if (!files.s3Url) return diskStore(dataDir);
  const { s3Store } = await import("./storage/s3-store.ts");
  return s3Store(files.s3Url, dataDir);
}

/** What a Supabase project would answer, each part under its address. */
export function createServices(parts: Auth & Api & { store: FileStore }, realtime: Pick<Realtime, "service">): Services {
  return {
    "/auth/v1": { app: createAuth(parts), largestBody: 64 * 1024, refuse: refuseCall },
    "/rest/v1": createRest(parts),
    "/functions/v1": createFunctions(parts),
    "/realtime/v1": realtime.service,
    "/storage/v1": createStorage(parts),
  };
}

/** The accounts say to people where they are signed in: by the browser that asks us, not by the server that asks for it. */
function speakingAs(userAgent: string, send: typeof fetch): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("User-Agent", userAgent);
    return send(input, { ...init, headers });
  };
}

/** A project of Supabase has its accounts in the schema where ours would be. */
async function isSupabaseProject(queries: Queries): Promise<boolean> {
  const [found] = await queries
    .select({ theirs: sql<boolean>`to_regclass('auth.users') is not null and to_regclass(${records.auth}) is null` })
    .from(sql`(select 1) as one`);
  return found!.theirs;
}

const yes = () => true;
const no = () => false;

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
