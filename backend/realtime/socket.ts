import type { WebSocket } from "ws";
import { CallRefused, readCaller, type Api, type Caller } from "#backend/api/caller.ts";
import type { Client } from "#backend/network.ts";
import { broadcastOf, isName, isObject, readFrame, writeFrame, type Frame, type Version } from "./frames.ts";
import { costOf, limits, newBudget, spend } from "./limits.ts";
import { everything, type Permissions } from "./permissions.ts";
import type { Bus } from "./bus.ts";
import type { Member, Place, Presence, Rooms } from "./rooms.ts";

/** What the sockets of one copy of the server share. */
export type Shared = {
  api: Api;
  rooms: Rooms;
  bus(): Pick<Bus, "tell">;
  /** The name of this copy among all. */
  copy: string;
  /** Whether a network may send so much by HTTP now. */
  maySend(client: Client, bytes: number): boolean;
  permissionsFor(caller: Caller, topic: string): Promise<Permissions>;
};

/** One client, in any number of channels. */
export type Peer = {
  /** When something was heard of it last, and when it had a channel last. */
  heardAt: number;
  usedAt: number;
  channels: Map<string, Channel>;
  /** What it does not read fills the memory. */
  send(data: string | Buffer): void;
  /** The server ends one of its channels and says why; the client does not come back by itself. */
  endChannel(channel: Channel, reason: string): void;
  close(code: number, reason: string): void;
};

export type Channel = Member & {
  topic: string;
  place: Place;
  joinRef: string | null;
  caller: Caller;
  may: Permissions;
  options: Options;
  presence?: Presence;
};

type Options = { ack: boolean; self: boolean; presence: boolean; presenceKey: string };

/** Frames that wait for the one before them: then nothing more is read for a while. */
const mostPending = 50;

export function openPeer(shared: Shared, ws: WebSocket, version: Version, key: string, gone: () => void): Peer {
  const { rooms, copy } = shared;
  const budget = newBudget();
  const channels = new Map<string, Channel>();
  let pending = 0;
  let turn = Promise.resolve();

  const peer: Peer = {
    heardAt: Date.now(),
    usedAt: Date.now(),
    channels,
    send(data) {
      if (ws.readyState !== ws.OPEN) return;
      ws.send(data);
      // A close would wait behind all that is not read.
      if (ws.bufferedAmount > limits.waiting) ws.terminate();
    },
    endChannel(channel, reason) {
      say(channel, "system", { extension: "system", status: "error", message: reason, channel: channel.place.topic });
      shut(channel);
    },
    close(code, reason) {
      ws.close(code, reason);
      // A client that does not answer is not waited for.
      setTimeout(() => ws.terminate(), 2000).unref();
    },
  };

  ws.on("message", (data: Buffer, isBinary) => {
    peer.heardAt = Date.now();
    const frame = readFrame(version, data, isBinary);
    if (!frame) return peer.close(1007, "Not a message of this protocol");
    if (++pending > mostPending) ws.pause();
    turn = turn.then(() => answer(frame, data.length)).finally(readOn);
  });
  ws.on("error", () => {});
  ws.on("close", () => {
    for (const channel of channels.values()) depart(channel);
    gone();
  });

  function readOn() {
    if (--pending === mostPending) ws.resume();
  }

  async function answer(frame: Frame, bytes: number) {
    if (ws.readyState !== ws.OPEN) return;
    const channel = channels.get(frame.topic);
    // Everybody in the channel is told of a presence, and keeps it.
    if (!spend(budget, costOf(bytes) * (frame.event === "presence" ? 5 : 1))) {
      if (channel) return peer.endChannel(channel, "Too many messages per second");
      return peer.close(1008, "Too many messages per second");
    }
    try {
      await act(frame, channel);
    } catch (error) {
      // To the client a refusal is final, and anything else is not its fault.
      if (error instanceof CallRefused) return reply(frame, "error", { reason: error.message });
      if (error instanceof RangeError) return reply(frame, "error", { reason: "the payload is nested too deep" });
      shared.api.log.error({ err: error }, "a realtime message was not answered");
      reply(frame, "error", { reason: "Unexpected failure, try again" });
    }
  }

  async function act(frame: Frame, channel: Channel | undefined) {
    if (frame.topic === "phoenix" && frame.event === "heartbeat") return reply(frame, "ok");
    if (frame.event === "phx_join") return join(frame, channel);
    if (frame.event === "phx_leave") {
      if (channel) shut(channel);
      return reply(frame, "ok");
    }
    if (!channel) return reply(frame, "error", { reason: "unmatched topic" });
    if (frame.event === "broadcast") return broadcast(frame, channel);
    if (frame.event === "presence") return changePresence(frame, channel);
    if (frame.event === "access_token") return renew(frame, channel);
    reply(frame, "error", { reason: `unknown event "${frame.event}"` });
  }

  async function join(frame: Frame, before: Channel | undefined) {
    const topic = /^realtime:(.+)$/s.exec(frame.topic)?.[1];
    if (!topic) return reply(frame, "error", { reason: 'TopicNameRequired: the topic must begin with "realtime:" and have a name' });
    if (!before && channels.size >= limits.channelsPerSocket)
      return reply(frame, "error", { reason: "ChannelRateLimitReached: Too many channels" });
    if (!shared.api.isReady()) return reply(frame, "error", { reason: "The database is not ready for this. The server's log says why." });
    const { isPrivate, changes, waitsForChanges, ...options } = readConfig(frame.payload);
    if (changes.length > 0 && waitsForChanges) return reply(frame, "error", { reason: noChanges });

    const caller = await readCaller(shared.api, key, tokenIn(frame.payload));
    const place = { topic, isPrivate };
    const may = isPrivate ? await shared.permissionsFor(caller, topic) : everything;
    if (!may.broadcast.read) {
      return reply(frame, "error", { reason: `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}` });
    }
    if (ws.readyState !== ws.OPEN) return;
    if (before) shut(before);
    const channel: Channel = {
      topic: frame.topic,
      place,
      joinRef: frame.joinRef ?? frame.ref,
      caller,
      may,
      options,
      version,
      send: peer.send,
      hears: () => channel.may.broadcast.read,
      hearsPresence: () => channel.options.presence && channel.may.presence.read,
    };
    channels.set(frame.topic, channel);
    rooms.enter(place, channel);
    // Each is known by a number to the client, which compares the rest with what it has asked for.
    reply(frame, "ok", { postgres_changes: changes.map((change, number) => ({ ...change, id: number + 1 })) });
    if (channel.hearsPresence()) say(channel, "presence_state", rooms.presencesIn(place));
    if (changes.length > 0) {
      say(channel, "system", { extension: "postgres_changes", status: "error", message: noChanges, channel: topic });
    }
  }

  function broadcast(frame: Frame, channel: Channel) {
    const told = broadcastOf(frame);
    const refusal = !told
      ? "a broadcast needs the name of an event"
      : told.body.length > limits.message
        ? "the message is too large"
        : frame.payload.persist
          ? noPersisting
          : !channel.may.broadcast.write && "You do not have permissions to write to this Channel topic";
    if (refusal) return reply(frame, "error", { reason: refusal });
    rooms.broadcast(channel.place, told!, channel.options.self ? undefined : channel);
    const { event, body, isJson } = told!;
    shared
      .bus()
      .tell({ kind: "broadcast", from: copy, place: channel.place, event, body: body.toString(isJson ? "utf8" : "base64"), isJson });
    if (channel.options.ack) reply(frame, "ok");
  }

  function changePresence(frame: Frame, channel: Channel) {
    const { event, payload } = frame.payload;
    if (!channel.may.presence.write)
      return reply(frame, "error", { reason: "You do not have permissions to be present in this Channel topic" });
    if (event === "untrack") {
      changePresences(channel);
      return reply(frame, "ok");
    }
    if (event !== "track" || !isObject(payload)) return reply(frame, "error", { reason: "a presence is tracked or untracked" });
    if (Buffer.byteLength(JSON.stringify(payload)) > limits.presence) return reply(frame, "error", { reason: "the presence is too large" });
    // A client that is seen wants to see, as with a client that does not say.
    if (!channel.options.presence) {
      channel.options.presence = true;
      if (channel.may.presence.read) say(channel, "presence_state", rooms.presencesIn(channel.place));
    }
    changePresences(channel, { ref: crypto.randomUUID(), key: channel.options.presenceKey, meta: payload, copy });
    reply(frame, "ok");
  }

  function changePresences(channel: Channel, next?: Presence) {
    const changes = { joins: next ? [next] : [], leaves: channel.presence ? [channel.presence.ref] : [] };
    channel.presence = next;
    if (changes.joins.length + changes.leaves.length === 0) return;
    rooms.changePresences(channel.place, changes);
    shared.bus().tell({ kind: "presence", from: copy, place: channel.place, ...changes });
  }

  /** A new token for the same channel: what it may is asked anew. */
  async function renew(frame: Frame, channel: Channel) {
    const token = tokenIn(frame.payload);
    if (!token) return;
    try {
      const caller = await readCaller(shared.api, key, token);
      const may = channel.place.isPrivate ? await shared.permissionsFor(caller, channel.place.topic) : everything;
      if (!may.broadcast.read) return peer.endChannel(channel, "You do not have permissions to read from this Channel topic");
      Object.assign(channel, { caller, may });
    } catch (error) {
      if (!(error instanceof CallRefused) || error.status === 503) throw error;
      peer.endChannel(channel, error.message);
    }
  }

  /** The end of a channel, which the client is told of. */
  function shut(channel: Channel) {
    if (channels.get(channel.topic) !== channel) return;
    channels.delete(channel.topic);
    depart(channel);
    peer.send(
      writeFrame(version, { joinRef: channel.joinRef, ref: channel.joinRef, topic: channel.topic, event: "phx_close", payload: {} }),
    );
  }

  function depart(channel: Channel) {
    changePresences(channel);
    rooms.leave(channel.place, channel);
    peer.usedAt = Date.now();
  }

  function reply({ joinRef, ref, topic }: Frame, status: "ok" | "error", response: object = {}) {
    peer.send(writeFrame(version, { joinRef, ref, topic, event: "phx_reply", payload: { status, response } }));
  }

  function say({ topic, joinRef }: Channel, event: string, payload: object) {
    peer.send(writeFrame(version, { joinRef, topic, event, payload }));
  }

  return peer;
}

export const noPersisting = "a message is not stored here: insert it where policies decide, and let a trigger call realtime.send()";

const noChanges =
  "postgres_changes is not supported here. Let a trigger call realtime.broadcast_changes(), and listen to the broadcast: https://supabase.com/docs/guides/realtime/subscribing-to-database-changes";

/** What a client asks for when it joins. Clients that do not say whether they want presences get them. */
function readConfig({ config }: Record<string, unknown>) {
  const { broadcast, presence, postgres_changes, postgres_changes_options, private: isPrivate } = isObject(config) ? config : {};
  const [told, here, waiting] = [broadcast, presence, postgres_changes_options].map((one) => (isObject(one) ? one : {}));
  return {
    isPrivate: isPrivate === true,
    ack: told!.ack === true,
    self: told!.self === true,
    presence: here!.enabled !== false,
    presenceKey: isName(here!.key) ? here!.key : crypto.randomUUID(),
    changes: Array.isArray(postgres_changes) ? postgres_changes.filter((one) => isObject(one)).slice(0, limits.channelsPerSocket) : [],
    waitsForChanges: waiting!.wait === true,
  };
}

function tokenIn({ access_token }: Record<string, unknown>): string | undefined {
  return typeof access_token === "string" && access_token ? access_token : undefined;
}
