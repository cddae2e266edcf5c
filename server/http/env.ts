import type { IncomingMessage } from "node:http";
import type { Client } from "#backend/network.ts";

/** What the steps of a request know of it. */
export type Env = {
  Bindings: { incoming?: IncomingMessage };
  Variables: {
    requestId: string;
    client: Client;
    /** Set when the answer comes from the response cache. */
    cached?: CachedResponse;
  };
};

type Bytes = Uint8Array<ArrayBuffer>;
export type Bodies = { plain: Bytes; br?: Bytes; gzip?: Bytes };

/** A response that is held in memory in every encoding and sent as it is. */
export type CachedResponse = {
  bodies: Bodies;
  etag: string;
  headers: Record<string, string>;
  isPage: boolean;
  /** The headers that the app has sent with it, by status and encoding: at most six lists. */
  sent: Map<string, string[]>;
};
