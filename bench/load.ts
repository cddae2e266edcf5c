import { once } from "node:events";
import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import { atFullSpeed } from "./pace.ts";

export type Rate = { perSecond: number; p99: number; longest: number; errors: number };

type Options = { connections: number; seconds: number; headers?: Record<string, string> };

/** How many answers a second an address gives, and how long the slowest in a hundred take. Asked by two: one alone reads slower than we write. */
export async function rateOf(url: string, { connections, seconds, headers }: Options): Promise<Rate> {
  const result = await atFullSpeed(`load of ${url}`, () => autocannon({ url, connections, duration: seconds, headers, workers: 2 }));
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    longest: result.latency.max,
    errors: result.errors + result["5xx"] + result["4xx"],
  };
}

/** Contact requests, each with a message of its own, stored and answered, once the code that runs for them is compiled. */
export async function contactRate(url: string, options: Options): Promise<Rate> {
  await sendContacts(url, options);
  return atFullSpeed(`contact requests to ${url}`, () => sendContacts(url, options));
}

let contacts = 0;

async function sendContacts(url: string, { connections, seconds }: Options): Promise<Rate> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: "POST",
        path: "/contact",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: url },
        setupRequest: (request) => ({ ...request, body: form(contacts++) }),
      },
    ],
  });
  return {
    perSecond: result["3xx"] / result.duration,
    p99: result.latency.p99,
    longest: result.latency.max,
    errors: result.errors + result["2xx"] + result["4xx"] + result["5xx"],
  };
}

function form(number: number): string {
  return new URLSearchParams({
    name: `Person ${number}`,
    email: `person-${number}@example.com`,
    reason: "general",
    message: `We bake bread in Lugo and need a page for our orders. This is message number ${number} of a measurement.`,
    privacy: "on",
    terms: "on",
  }).toString();
}

/** The limit of the runtime, and of the one who asks: a bare server that sends the same bytes. */
export async function bareRate(url: string, options: Options): Promise<Rate> {
  const { headers, body } = await readRaw(url, options.headers);
  const bare = await serve(body, headers);
  try {
    return await rateOf(bare.url, options);
  } finally {
    bare.stop();
  }
}

/** A server that sends this to everyone. */
export async function serve(body: string | Buffer, headers: OutgoingHttpHeaders = { "content-type": "text/html; charset=utf-8" }) {
  const server = createServer((_, answer) => {
    answer.writeHead(200, headers);
    answer.end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close().closeAllConnections() };
}

/** An answer as it is sent, but for what the server adds to every one. */
async function readRaw(url: string, headers?: Record<string, string>) {
  const [response] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { date: _date, connection: _connection, "keep-alive": _keepAlive, ...sent } = response.headers;
  return { headers: sent, body: Buffer.concat(chunks) };
}
