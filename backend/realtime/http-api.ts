import { Hono, type Context } from "hono";
import { CallRefused, callerOf, type Caller } from "#backend/api/caller.ts";
import type { Service } from "#backend/api/service.ts";
import type { AuthContext, AuthEnv } from "#backend/auth/context.ts";
import { isName, isObject, jsonBroadcast, type Broadcast } from "./frames.ts";
import { limits } from "./limits.ts";
import type { Place } from "./rooms.ts";
import { noPersisting, type Shared } from "./socket.ts";

type Status = 400 | 401 | 403 | 404 | 405 | 413 | 414 | 422 | 426 | 429 | 503;

/** A call that cannot be done as it was asked. */
class BadCall extends Error {
  readonly status: Status;

  constructor(status: Status, message: string) {
    super(message);
    this.status = status;
  }
}

/** Broadcasts without a socket: for servers, and for clients before they have joined. */
export function createBroadcastApi({ api, rooms, bus, copy, maySend, permissionsFor }: Shared): Service {
  const app = new Hono<AuthEnv>();

  app.onError((error, c) => {
    if (error instanceof CallRefused || error instanceof BadCall) return refuse(c, error.status, error.message);
    api.log.error({ err: error, id: c.get("requestId") }, "a broadcast failed");
    return refuse(c, 503, "Unexpected failure, please check server logs for more information");
  });

  app.post("/api/broadcast", async (c) => {
    const caller = await callerOf(api, c);
    for (const { place, broadcast } of readMessages(await readJson(c))) await tell(c, caller, place, broadcast);
    return c.body(null, 202);
  });

  app.post("/api/broadcast/:topic/events/:event", async (c) => {
    const caller = await callerOf(api, c);
    if (Object.keys(c.req.query()).some((name) => name.startsWith("persist"))) throw new BadCall(400, noPersisting);
    const { topic, event } = c.req.param();
    if (!isTopic(topic) || !isName(event)) throw new BadCall(422, "topic and event must be names of at most 255 bytes");
    const isBinary = c.req.header("content-type")?.startsWith("application/octet-stream");
    const broadcast = isBinary
      ? { event, body: Buffer.from(await c.req.arrayBuffer()), isJson: false }
      : broadcastFrom(event, await readJson(c));
    await tell(c, caller, { topic, isPrivate: c.req.query("private") === "true" }, broadcast);
    return c.body(null, 202);
  });

  app.all("/websocket", (c) => {
    c.header("Upgrade", "websocket");
    return refuse(c, 426, "This address is for WebSockets.");
  });
  app.all("*", (c) => refuse(c, 404, "Not found"));

  /** As Supabase does, who may not is not told so: nobody hears it. */
  async function tell(c: AuthContext, caller: Caller, place: Place, broadcast: Broadcast) {
    if (!api.isReady()) throw new CallRefused(503, "The database is not ready for this. The server's log says why.");
    if (broadcast.body.length > limits.message) throw new BadCall(422, "a message must not be larger than 256 kB");
    // Whoever has the secret key is a server.
    if (caller.role !== "service_role" && !maySend(c.get("client"), broadcast.body.length)) throw new BadCall(429, "Too many requests");
    if (place.isPrivate && !(await permissionsFor(caller, place.topic)).broadcast.write) return;
    rooms.broadcast(place, broadcast);
    const { event, body, isJson } = broadcast;
    bus().tell({ kind: "broadcast", from: copy, place, event, body: body.toString(isJson ? "utf8" : "base64"), isJson });
  }

  // A batch may have several messages.
  return { app, largestBody: 1024 * 1024, refuse };
}

function refuse(c: Context, status: Status, message: string): Response {
  return c.json({ message }, status, { "Cache-Control": "no-store" });
}

async function readJson(c: AuthContext): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    throw new BadCall(400, "Could not parse request body as JSON");
  }
}

function readMessages(body: unknown): { place: Place; broadcast: Broadcast }[] {
  const messages = isObject(body) ? body.messages : undefined;
  if (!Array.isArray(messages) || messages.length > limits.messagesPerCall) {
    throw new BadCall(422, `messages must be a list of at most ${limits.messagesPerCall}`);
  }
  return messages.map((message: unknown) => {
    if (!isObject(message) || !isTopic(message.topic) || !isName(message.event)) {
      throw new BadCall(422, "a message needs a topic and an event, of at most 255 bytes each");
    }
    return {
      place: { topic: message.topic, isPrivate: message.private === true },
      broadcast: broadcastFrom(message.event, message.payload ?? {}),
    };
  });
}

/** With what stands before it in a frame it must fit. */
function isTopic(value: unknown): value is string {
  return isName(value) && isName(`realtime:${value}`);
}

function broadcastFrom(event: string, value: unknown): Broadcast {
  try {
    return jsonBroadcast(event, value);
  } catch {
    throw new BadCall(422, "the payload is nested too deep");
  }
}
