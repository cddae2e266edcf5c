import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Keys } from "#backend/auth/keys.ts";
import { clocks } from "#backend/clocks.ts";
import type { Database, Queries } from "#backend/database/connection.ts";
import { outbox, type MailRow } from "#backend/database/schema.ts";
import type { Settings } from "#backend/settings.ts";
import type { DueMail } from "./compose.tsx";
import { mailGovernor } from "./governor.ts";
import { openTransport } from "./transport.ts";

/** Asked for each time: in development what a letter looks like may have changed. */
const letters = () => import("./compose.tsx");

/** Mails that are taken at once, and that may be on their way: the next ones are taken while some are still under way. */
const batch = 10;
const mostUnderWay = 20;
/** A server that was off for a week, or whose clock jumped, has not tried yet: these and the time of clocks.ts must be over. */
const leastAttempts = 10;

export type Outbox = {
  /** There is something new to send. */
  wake(): void;
  /** Finishes what is on its way, and sends no more. */
  stop(): Promise<void>;
};

type Delays = Pick<Settings["clocks"]["outbox"], "firstDelay" | "longestDelay">;

/** After 1, 2, 4 … minutes, at most 6 hours. */
export function delayAfter(attempts: number, { firstDelay, longestDelay }: Delays = clocks.outbox): number {
  return Math.min(2 ** (attempts - 1) * firstDelay, longestDelay);
}

/** Sends what is due, as long as the server runs. Any number of servers may do so on one database. */
export function startOutbox({ database, config, keys, log }: { database: Database; config: Settings; keys?: Keys; log: Logger }): Outbox {
  const { queries } = database;
  const { poll, claim, givenUp, ...delays } = config.clocks.outbox;
  const transport = openTransport(config);
  if (!transport) {
    log.error("MAILS WAIT: SMTP_URL is not set. Requests are kept, and nobody hears of them by mail until it is.");
    return { wake() {}, async stop() {} };
  }
  const send = transport.send;
  const mayLeave = mailGovernor(queries, config, log);
  const stopping = new AbortController();
  void transport.verify().catch(({ message, code }) => {
    if (stopping.signal.aborted) return;
    log.error({ code, reason: withoutPeople(message) }, "THE MAIL SERVER OF SMTP_URL TAKES NO MAILS NOW; they wait, and are tried again");
  });
  let wakened = Promise.withResolvers<void>();

  const running = run();
  return {
    wake: () => wakened.resolve(),
    async stop() {
      stopping.abort();
      wakened.resolve();
      await running;
      transport.close();
    },
  };

  async function run() {
    /** By their ids. */
    const underWay = new Map<string, { mail: TakenMail; delivery: Promise<void> }>();
    const deliveries = () => [...underWay.values()].map(({ delivery }) => delivery);
    let isAway = false;
    while (!stopping.signal.aborted) {
      wakened = Promise.withResolvers();
      try {
        const mails = await takeDue(queries, claim);
        if (isAway) log.info("the outbox can be read again");
        isAway = false;
        for (const mail of mails) {
          const before = underWay.get(mail.id);
          if (before) {
            // The clock was put forward, and its claim was over too soon. It is sent once, and written down as what was taken last.
            before.mail.attempts = mail.attempts;
            continue;
          }
          const delivery = deliver(mail)
            .catch((error) => log.error({ err: error, mail: mail.id }, "what became of a mail cannot be written down"))
            .finally(() => underWay.delete(mail.id));
          underWay.set(mail.id, { mail, delivery });
        }
        while (underWay.size > mostUnderWay - batch) await Promise.race(deliveries());
        if (mails.length > 0) {
          if (!mails.some(isLate)) await giveWay();
          continue;
        }
      } catch (error) {
        // Once, and not every few seconds as long as a database is away.
        if (!isAway) log.error({ err: error }, "the outbox cannot be read; it is tried again");
        isAway = true;
      }
      await Promise.race([wakened.promise, pause(poll, undefined, { signal: stopping.signal }).catch(() => {})]);
    }
    await Promise.all(deliveries());
  }

  async function deliver(mail: TakenMail) {
    try {
      if (!(await mayLeave(mail))) return await record(mail, "held");
      const { compose } = await letters();
      const message = await compose(mail, config, keys);
      await send(message);
    } catch (error) {
      const { message, code, responseCode, command } = error as Error & { code?: string; responseCode?: number; command?: string };
      const isOver = mail.attempts >= leastAttempts && Date.now() - mail.createdAt.getTime() >= givenUp;
      await record(mail, isOver ? "failed" : "due", message);
      const reason = withoutPeople(message);
      const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, code, responseCode, command, reason };
      if (isOver) log.error(about, "MAIL GIVEN UP: it could not be sent for 7 days; see `npm run requests`");
      else log.warn(about, "mail not sent; it is tried again");
      return;
    }
    await record(mail, "sent");
    log.info({ mail: mail.id, kind: mail.kind, attempts: mail.attempts }, "mail sent");
  }

  /** Keeps on trying for as long as the mail is ours: one that was sent and is not marked would be sent again. */
  async function record(mail: TakenMail, state: MailRow["state"], lastError: string | null = null) {
    const result =
      state === "sent"
        ? { state, sentAt: sql`now()` }
        : {
            state,
            lastError: lastError?.replaceAll("\0", "").slice(0, 500),
            // By the same clock as the time it is due at: were it put forward meanwhile and then back, nobody could tell that the mail waits for nothing.
            attemptedAt: sql`now()`,
            dueAt: sql`now() + ${delayAfter(mail.attempts, delays)} * interval '1 millisecond'`,
          };
    for (let tries = 1; ; tries++) {
      try {
        await queries
          .update(outbox)
          .set(result)
          .where(and(eq(outbox.id, mail.id), eq(outbox.attempts, mail.attempts)));
        return;
      } catch (error) {
        if (tries === 50) throw error;
        await pause(1000);
      }
    }
  }
}

/** The answer of a mail server may name the person. */
function withoutPeople(message: string): string {
  return message
    .slice(0, 300)
    .split(" ")
    .map((word) => (word.includes("@") ? "…@…" : word))
    .join(" ");
}

/** Whoever keeps a server busy for longer than this waits for the mails too: otherwise they would become more and more. */
function isLate({ attempts, createdAt }: TakenMail): boolean {
  return attempts === 1 && Date.now() - createdAt.getTime() > 30_000;
}

/** Visitors come first: while they keep this process busy, mails wait a little. */
async function giveWay() {
  for (let waited = 0; waited < 100; waited += 20) {
    const before = performance.eventLoopUtilization();
    await pause(20);
    if (performance.eventLoopUtilization(before).utilization < 0.5) return;
  }
}

type TakenMail = DueMail & Pick<MailRow, "attempts">;

/** Takes the mails that are due. The attempt is on record before anything is sent. */
async function takeDue(queries: Queries, claim: number): Promise<TakenMail[]> {
  const { withRequests } = await letters();
  const answer = await queries.execute(
    sql`select id, created_at as "createdAt", kind, request_id as "requestId", event_id as "eventId", payload, attempts from take_due_mails(${batch}, ${claim} * interval '1 millisecond')`,
  );
  const { rows } = answer as unknown as { rows: (Omit<TakenMail, "createdAt"> & { createdAt: string })[] };
  return withRequests(
    queries,
    rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })),
  );
}

/** After a crash, mails that were on their way wait for their claim to end. Where nobody else can be sending them, they need not. */
export async function freeClaims(queries: Queries): Promise<void> {
  await queries
    .update(outbox)
    .set({ dueAt: sql`now()` })
    .where(and(eq(outbox.state, "due"), gt(outbox.attempts, 0), isNull(outbox.lastError)));
}
