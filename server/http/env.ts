import type { IncomingMessage } from "node:http";
import type { Client } from "#backend/network.ts";

/** What the steps of a request know of it. */
export type Env = {
  Bindings: { incoming?: IncomingMessage };
  Variables: {
    requestId: string;
    client: Client;
    /** Set when the answer comes from memory. */
    kept?: { etag: string; isPage: boolean; body?: Uint8Array };
  };
};
