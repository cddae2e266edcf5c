/** The two ways in which realtime-js writes: objects, and since 2.0.0 lists and bytes. */
export const versions = ["1.0.0", "2.0.0"] as const;
export type Version = (typeof versions)[number];

/** What a client sends. */
export type Frame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: Record<string, unknown> };

/** What is told to all in a channel: the text of some JSON, or bytes that only the clients understand. */
export type Broadcast = { event: string; body: Buffer; isJson: boolean; meta?: Record<string, unknown> };

/** Bytes: their length is one byte of a frame. */
const longestName = 255;

const kinds = { push: 3, broadcast: 4 };
const encodings = { bytes: 0, json: 1 };

/** A frame that makes sense, or nothing. */
export function readFrame(version: Version, data: Buffer, isBinary: boolean): Frame | undefined {
  try {
    if (isBinary) return version === "2.0.0" ? readPush(data) : undefined;
    const given: unknown = JSON.parse(data.toString());
    if (version === "1.0.0") {
      const { join_ref, ref, topic, event, payload } = given as Record<string, unknown>;
      return frameOf([join_ref, ref, topic, event, payload]);
    }
    return Array.isArray(given) ? frameOf(given) : undefined;
  } catch {
    return undefined;
  }
}

function frameOf([joinRef, ref, topic, event, payload]: unknown[]): Frame | undefined {
  if (!isRef(joinRef) || !isRef(ref) || !isName(topic) || !isName(event)) return;
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload: isObject(payload) ? payload : {} };
}

/** A broadcast as bytes: seven of them say how long each part is that follows, and how the last one is written. */
function readPush(data: Buffer): Frame | undefined {
  const [kind, ...lengths] = data.subarray(0, 6);
  const encoding = data[6];
  if (kind !== kinds.push || (encoding !== encodings.json && encoding !== encodings.bytes)) return;
  let at = 7;
  const [joinRef, ref, topic, event, meta] = lengths.map((length) => data.toString("utf8", at, (at += length)));
  if (at > data.length) return;
  const bytes = data.subarray(at);
  const frame = frameOf([joinRef || null, ref || null, topic, "broadcast"]);
  if (!frame || !isName(event)) return;
  const isJson = encoding === encodings.json;
  if (isJson) JSON.parse(bytes.toString());
  const broadcast: Broadcast = { event, body: isJson ? Buffer.from(bytes.toString()) : Buffer.from(bytes), isJson };
  return { ...frame, payload: { ...(meta ? (JSON.parse(meta) as object) : {}), broadcast } };
}

/** What a frame of the event `broadcast` tells. */
export function broadcastOf({ payload }: Frame): Broadcast | undefined {
  if (isBroadcast(payload.broadcast)) return payload.broadcast;
  if (!isName(payload.event)) return;
  return jsonBroadcast(payload.event, payload.payload ?? {});
}

/** The error of a value that is nested too deep is the caller's. */
export function jsonBroadcast(event: string, value: unknown, meta?: Broadcast["meta"]): Broadcast {
  return { event, body: Buffer.from(JSON.stringify(value)), isJson: true, meta };
}

/** Made by `readPush`: JSON has no bytes. */
function isBroadcast(value: unknown): value is Broadcast {
  return isObject(value) && Buffer.isBuffer(value.body);
}

export type Message = { joinRef?: string | null; ref?: string | null; topic: string; event: string; payload: unknown };

export function writeFrame(version: Version, { joinRef = null, ref = null, topic, event, payload }: Message): string {
  return JSON.stringify(version === "1.0.0" ? { ref, topic, event, payload } : [joinRef, ref, topic, event, payload]);
}

/** Bytes cannot be told to a client of the old version. */
export function writeBroadcast(version: Version, topic: string, { event, body, isJson, meta }: Broadcast): string | Buffer | undefined {
  if (version === "1.0.0") {
    if (!isJson) return;
    const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.toString()}${meta ? `,"meta":${JSON.stringify(meta)}` : ""}}`;
    return `{"ref":null,"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${payload}}`;
  }
  const parts = [topic, event, meta ? JSON.stringify(meta) : ""].map((part) => Buffer.from(part));
  const head = [kinds.broadcast, ...parts.map((part) => part.length), isJson ? encodings.json : encodings.bytes];
  return Buffer.concat([Buffer.from(head), ...parts, body]);
}

/** What can be asked of the database and fits into a frame: without NUL or half a character. */
export function isName(value: unknown): value is string {
  return (
    typeof value === "string" && value !== "" && Buffer.byteLength(value) <= longestName && !value.includes("\0") && value.isWellFormed()
  );
}

function isRef(value: unknown): value is string | null | undefined {
  return value === null || value === undefined || (typeof value === "string" && Buffer.byteLength(value) <= longestName);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
