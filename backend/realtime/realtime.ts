import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { sql } from "drizzle-orm";
import { WebSocketServer } from "ws";
import { CallRefused, hasSession, readCaller, type Api, type Caller } from "#backend/api/caller.ts";
import type { Service } from "#backend/api/service.ts";
import type { Database } from "#backend/database/connection.ts";
import { networkOf, type Client } from "#backend/network.ts";
import { openBus, type Bus, type Told } from "./bus.ts";
import { versions } from "./frames.ts";
import { createBroadcastApi } from "./http-api.ts";
import { costOf, isFull, limits, newBudget, spend, type Budget } from "./limits.ts";
import { readPermissions } from "./permissions.ts";
import { openRooms } from "./rooms.ts";
import { openPeer, type Channel, type Peer, type Shared } from "./socket.ts";
import { takeTurns } from "./turns.ts";

export type Realtime = {
  service: Service;
  /** Takes a socket over that asks for the upgrade at `/realtime/v1/websocket`. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, client: Client): void;
  /** The database is up to date: what it and other copies of the server tell is heard from now on. */
  begin(): void;
  /** Ends all sockets, so that their clients come back and find another copy of the server, or this one's successor. */
  closeSockets(): void;
  stop(): Promise<void>;
};

/** Private channels are asked for in the database, which pages need too. */
const mostAtOnce = 4;

/** Supabase Realtime, as realtime-js uses it: broadcast and presence, on our own database. */
export function createRealtime(api: Api, database: Database): Realtime {
  const copy: string = crypto.randomUUID();
  const rooms = openRooms();
  const peers = new Set<Peer>();
  const socketsOf = new Map<string, number>();
  /** When the other copies were heard of last. */
  const copies = new Map<string, number>();
  /** What networks may still send by HTTP. */
  const budgets = new Map<string, Budget>();
  const inTurn = takeTurns(mostAtOnce);
  const { realtime: clocks } = api.config.clocks;
  let bus: Bus | undefined;
  let isStopping = false;

  const shared: Shared = {
    api,
    rooms,
    copy,
    bus: () => bus ?? deaf,
    maySend({ address }, bytes) {
      const network = networkOf(address);
      const budget = budgets.get(network) ?? newBudget();
      budgets.set(network, budget);
      return spend(budget, costOf(bytes));
    },
    permissionsFor: (caller, topic) => inTurn(() => readPermissions(api, caller, topic)),
  };

  // Compressed, a small message of a stranger could be a large one here.
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.frame, perMessageDeflate: false, clientTracking: false });
  const timers: NodeJS.Timeout[] = [];

  function hearCopy(message: Told) {
    if (message.from === copy) return;
    if (message.kind === "bye") {
      copies.delete(message.from);
      rooms.forgetCopy(message.from);
      return;
    }
    // What it has told before was not heard.
    if (!copies.has(message.from)) bus?.tell({ kind: "hello", from: copy });
    copies.set(message.from, Date.now());
    if (message.kind === "broadcast") {
      const { place, event, isJson } = message;
      rooms.broadcast(place, { event, isJson, body: Buffer.from(message.body, isJson ? "utf8" : "base64") });
    }
    if (message.kind === "presence") rooms.changePresences(message.place, message);
    if (message.kind === "hello") {
      for (const { place, joins } of rooms.presencesOf(copy)) bus?.tell({ kind: "presence", from: copy, place, joins });
    }
  }

  function sayAlive() {
    bus?.tell({ kind: "alive", from: copy });
    for (const [other, at] of copies) {
      if (Date.now() - at < 3 * clocks.alive) continue;
      copies.delete(other);
      rooms.forgetCopy(other);
    }
  }

  function sweep() {
    const now = Date.now();
    for (const [network, budget] of budgets) if (isFull(budget, now)) budgets.delete(network);
    for (const peer of peers) {
      if (now - peer.heardAt > clocks.silence) peer.close(1001, "Nothing was heard for too long");
      else if (peer.channels.size === 0 && now - peer.usedAt > clocks.unused) peer.close(1000, "No channel was joined");
      for (const channel of peer.channels.values()) {
        const { exp } = channel.caller.claims;
        if (exp !== undefined && exp * 1000 <= now)
          peer.endChannel(channel, `Token has expired ${Math.floor(now / 1000 - exp)} seconds ago`);
      }
    }
  }

  /** Whoever signs out, is banned, is deleted or is an administrator no more has a token that says nothing of it. */
  async function endClosedSessions() {
    const listening = [...peers].flatMap((peer) => [...peer.channels.values()].map((channel) => ({ peer, channel })));
    const inSession = listening.filter(({ channel }) => hasSession(channel.caller));
    if (inSession.length === 0) return;
    const ids = new Set(inSession.map(({ channel }) => String(channel.caller.claims.session_id)));
    try {
      const { rows } = (await api.queries.execute(sql`
        select sessions.id::text as id, coalesce(users.raw_app_meta_data ->> 'role', '') as role from auth.sessions join auth.users on users.id = sessions.user_id
        where sessions.id::text in (select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb))
          and users.deleted_at is null and (users.banned_until is null or users.banned_until < now())`)) as unknown as {
        rows: { id: string; role: string }[];
      };
      const roleIn = new Map(rows.map(({ id, role }) => [id, role]));
      for (const { peer, channel } of inSession) {
        const role = roleIn.get(String(channel.caller.claims.session_id));
        if (role === undefined) peer.endChannel(channel, "The session of this JWT is over");
        else if (role !== roleSaid(channel.caller)) await askAgain(peer, channel);
      }
    } catch (error) {
      api.log.error({ err: error }, "it could not be asked whose sessions are open");
    }
  }

  /** Somebody else by now than their token says: what they may not hear any more ends. */
  async function askAgain(peer: Peer, channel: Channel) {
    if (!channel.place.isPrivate) return;
    channel.may = await shared.permissionsFor(channel.caller, channel.place.topic);
    if (!channel.may.broadcast.read) peer.endChannel(channel, "You do not have permissions to read from this Channel topic");
  }

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer, client: Client) {
    const asked = new URL(request.url ?? "", "http://localhost").searchParams;
    const version = versions.find((one) => one === (asked.get("vsn") ?? "1.0.0"));
    if (!version) return refuseSocket(socket, 400, "The protocol's version must be 1.0.0 or 2.0.0.");
    const key = asked.get("apikey") ?? String(request.headers.apikey ?? "");
    try {
      await readCaller(api, key, undefined);
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      return refuseSocket(socket, error.status, error.message);
    }
    const network = networkOf(client.address);
    const count = socketsOf.get(network) ?? 0;
    if (isStopping || peers.size >= limits.sockets) return refuseSocket(socket, 503, "There is no room for another socket.");
    if (count >= limits.socketsPerNetwork) return refuseSocket(socket, 429, "There are too many sockets of this address.");
    server.handleUpgrade(request, socket, head, (ws) => {
      socketsOf.set(network, (socketsOf.get(network) ?? 0) + 1);
      const peer = openPeer(shared, ws, version, key, () => {
        peers.delete(peer);
        const left = socketsOf.get(network)! - 1;
        if (left > 0) socketsOf.set(network, left);
        else socketsOf.delete(network);
      });
      peers.add(peer);
    });
  }

  return {
    service: createBroadcastApi(shared),
    accept(request, socket, head, client) {
      // It may break before anybody else listens.
      socket.on("error", () => {});
      void accept(request, socket, head, client);
    },
    begin() {
      if (bus || !api.isReady()) return;
      bus = openBus(database, api.log, api.config.clocks, {
        opened: () => bus?.tell({ kind: "hello", from: copy }),
        told: hearCopy,
        broadcast: (place, broadcast) => rooms.broadcast(place, broadcast),
        isNeeded: () => peers.size > 0,
      });
      timers.push(
        setInterval(sweep, clocks.sweep),
        setInterval(() => void endClosedSessions(), clocks.sessions),
      );
      if (database.engine === "server") timers.push(setInterval(sayAlive, clocks.alive));
    },
    closeSockets() {
      isStopping = true;
      for (const peer of peers) peer.close(1012, "The server restarts");
    },
    async stop() {
      this.closeSockets();
      for (const timer of timers) clearInterval(timer);
      bus?.tell({ kind: "bye", from: copy });
      await bus?.stop();
    },
  };
}

function roleSaid({ claims }: Caller): string {
  const { role = "" } = (claims.app_metadata ?? {}) as { role?: string };
  return role;
}

/** Nobody can be told anything yet. */
const deaf = { tell() {} };

/** An answer in place of the upgrade. */
export function refuseSocket(socket: Duplex, status: number, message: string) {
  socket.on("error", () => {});
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  );
}
