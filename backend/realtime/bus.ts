import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { setTimeout as pause } from "node:timers/promises";
import type { Clocks } from "#backend/clocks.ts";
import type { Database, Listening } from "#backend/database/connection.ts";
import { within } from "#backend/within.ts";
import { isName, jsonBroadcast, type Broadcast } from "./frames.ts";
import type { Place, Presence } from "./rooms.ts";

/** What copies of the server tell each other, and what the database tells them. */
export type Told = { from: string } & (
  | { kind: "broadcast"; place: Place; event: string; body: string; isJson: boolean }
  | { kind: "presence"; place: Place; joins?: Presence[]; leaves?: string[] }
  | { kind: "hello" | "alive" | "bye" }
);

/** A row of realtime.messages, in the words of its trigger. */
type Row = { id: string; topic: string; private: boolean; event: string | null; payload: unknown };

type Heard = Told | ({ kind: "message" } & Row) | { kind: "stored" | "parcel"; id: string } | { kind: "probe"; id: string };

export type Ears = {
  /** From now on everything is heard; what was told before may not have been. */
  opened(): void;
  told(message: Told): void;
  /** The database itself tells something: a row was written. */
  broadcast(place: Place, broadcast: Broadcast): void;
  /** Whether anybody would hear it. */
  isNeeded(): boolean;
};

export type Bus = {
  tell(message: Told): void;
  /** All that was told has left. */
  stop(): Promise<void>;
};

/** Bytes that wait to be told while the database is slow, and messages that wait to be understood. Nothing is promised beyond. */
const mostWaiting = 16 * 1024 * 1024;
const mostHeard = 10_000;

/** Seconds. A row is seen when its transaction ends, and bears the time when it began: a statement may take ten. */
const lookBack = 15;

/**
 * Between all copies of the server on one database: by NOTIFY, on a connection of its own that listens. Behind a pooler in transaction mode
 * nobody can listen; then every message is a row, and the rows are looked at again and again.
 */
export function openBus(database: Database, log: Logger, { realtime: clocks }: Clocks, ears: Ears): Bus {
  const { queries } = database;
  const stopping = new AbortController();
  const hasOthers = database.engine === "server";
  let polls = false;
  let probed = "";
  let arrived: (() => void) | undefined;

  let waiting: string[] = [];
  let waitingBytes = 0;
  let telling: Promise<void> | undefined;

  function tell(message: Told) {
    if (!hasOthers) return;
    const body = JSON.stringify(message);
    if (waitingBytes + body.length > mostWaiting) return;
    waiting.push(body);
    waitingBytes += body.length;
    telling ??= tellAll();
  }

  async function tellAll() {
    while (waiting.length > 0) {
      const bodies = waiting;
      waiting = [];
      waitingBytes = 0;
      try {
        await queries.execute(sql`
          with told as (
            select value as body, ${polls} or octet_length(value) > 7000 as is_kept, gen_random_uuid() as id
            from jsonb_array_elements_text(${JSON.stringify(bodies)}::jsonb)
          ), kept as (
            insert into realtime.parcels (id, body) select id, body from told where is_kept
          )
          select pg_notify('realtime', case when is_kept then jsonb_build_object('kind', 'parcel', 'id', id)::text else body end) from told`);
      } catch (error) {
        log.error({ err: error, count: bodies.length }, "realtime messages did not reach the other copies of the server");
      }
    }
    telling = undefined;
  }

  const heard: string[] = [];
  let understanding: Promise<void> | undefined;

  function hear(text: string) {
    if (heard.length >= mostHeard) return;
    heard.push(text);
    understanding ??= understandAll();
  }

  /** In the order in which they came, though some have to be fetched. */
  async function understandAll() {
    for (let text = heard.shift(); text !== undefined; text = heard.shift()) {
      try {
        await understand(JSON.parse(text) as Heard);
      } catch (error) {
        log.error({ err: error }, "a realtime message was not understood");
      }
    }
    understanding = undefined;
  }

  async function understand(message: Heard) {
    if (message.kind === "probe") return message.id === probed ? arrived?.() : undefined;
    if (message.kind === "message") return hearRow(message);
    if (!("from" in message)) {
      const [row] = await rowsOf(
        message.kind === "stored"
          ? sql`select id::text, topic, private, event, payload from realtime.messages where id = ${message.id}`
          : sql`select body from realtime.parcels where id = ${message.id}`,
      );
      if (row) hearFound(row);
      return;
    }
    ears.told(message);
  }

  function hearFound(row: Found) {
    if (row.body === null || row.body === undefined) hearRow(row as Row);
    else ears.told(JSON.parse(row.body) as Told);
  }

  function hearRow({ id, topic, private: isPrivate, event, payload }: Row) {
    // A row may say what fits into no frame.
    if (isName(event)) ears.broadcast({ topic, isPrivate }, jsonBroadcast(event, payload ?? {}, { id }));
  }

  type Found = Partial<Row> & { id: string; body?: string | null };

  async function rowsOf(query: ReturnType<typeof sql>) {
    const { rows } = (await queries.execute(query)) as unknown as { rows: Found[] };
    return rows;
  }

  async function listen() {
    while (!stopping.signal.aborted) {
      let listening: Listening | undefined;
      try {
        listening = await database.listen("realtime", hear);
        if (hasOthers && !(await canHear())) {
          await listening.stop();
          log.warn(
            "Nothing can be heard through the pooler of DATABASE_URL (LISTEN): realtime messages are looked for every second instead.",
          );
          polls = true;
          return await poll();
        }
        ears.opened();
        const stopped = () => void listening!.stop();
        stopping.signal.addEventListener("abort", stopped, { once: true });
        // It may have been told to while it began.
        if (stopping.signal.aborted) stopped();
        await listening.ended;
        stopping.signal.removeEventListener("abort", stopped);
      } catch (error) {
        void listening?.stop();
        if (!stopping.signal.aborted) log.error({ err: error }, "realtime messages are not heard, it is tried again");
      }
      await pause(3000, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** What is told on another connection arrives on the one that listens; through a pooler in transaction mode it does not. */
  async function canHear(): Promise<boolean> {
    probed = crypto.randomUUID();
    const heardIt = new Promise<void>((resolve) => (arrived = resolve));
    await queries.execute(sql`select pg_notify('realtime', ${JSON.stringify({ kind: "probe", id: probed })})`);
    return within(clocks.probe, heardIt).then(
      () => true,
      () => false,
    );
  }

  async function poll() {
    let seen = new Set<string>();
    let isFirst = true;
    while (!stopping.signal.aborted) {
      if (ears.isNeeded()) {
        try {
          const rows = await rowsOf(sql`
            with recent as (select now() at time zone 'utc' - ${lookBack} * interval '1 second' as since)
            select id::text, topic, private, event, payload, null as body, inserted_at from realtime.messages, recent
            where extension = 'broadcast' and inserted_at > since
            union all
            select id::text, null, null, null, null, body, inserted_at from realtime.parcels, recent where inserted_at > since
            order by inserted_at`);
          for (const row of rows) if (!seen.has(row.id) && !isFirst) hearFound(row);
          seen = new Set(rows.map(({ id }) => id));
          if (isFirst) ears.opened();
          isFirst = false;
        } catch (error) {
          log.error({ err: error }, "realtime messages could not be looked for");
        }
      } else {
        // What was told before somebody came is not for them.
        isFirst = true;
      }
      await pause(clocks.poll, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const listening = listen();
  return {
    tell,
    async stop() {
      stopping.abort();
      await Promise.all([listening, telling]);
    },
  };
}
