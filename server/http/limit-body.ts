import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Env } from "#server/app.ts";

/** How much of a body that is too large is still read, to be forgotten. */
const longestRead = 16 * 1024 * 1024;

/** Refuses larger bodies with an answer that the sender gets to see. */
export function limitBody(maxSize: number, refuse: (c: Context<Env>) => Response | Promise<Response>): MiddlewareHandler<Env> {
  return bodyLimit({
    maxSize,
    async onError(c: Context<Env>) {
      const isRead = await readToTheEnd(c.req.raw.body);
      const response = await refuse(c);
      // What is left unread ends the connection soon after; the next request must not be on it.
      if (!isRead) response.headers.set("Connection", "close");
      return response;
    },
  });
}

/** Browsers read an answer when they have sent everything. Says whether the end was reached within reason. */
async function readToTheEnd(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  // Somebody has begun to read: hono does, where no length was announced.
  if (!body || body.locked) return !body;
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > longestRead) return false;
  }
  return true;
}
