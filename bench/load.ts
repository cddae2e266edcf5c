import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";

export type Rate = { perSecond: number; p99: number; errors: number };

type Options = { connections: number; seconds: number; headers?: Record<string, string> };

/** How many answers a second an address gives, and how long the slowest in a hundred take. */
export async function rateOf(url: string, { connections, seconds, headers }: Options): Promise<Rate> {
  const result = await autocannon({ url, connections, duration: seconds, headers });
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    errors: result.errors + result["5xx"] + result["4xx"],
  };
}

/** Contact requests, each with a message of its own, stored and answered. */
export async function contactRate(url: string, { connections, seconds }: Options): Promise<Rate> {
  let sent = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: "POST",
        path: "/contact",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: url },
        setupRequest: (request) => ({ ...request, body: form(sent++) }),
      },
    ],
  });
  return {
    perSecond: result["3xx"] / result.duration,
    p99: result.latency.p99,
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

/** The limit of the runtime: a bare server that sends the same bytes. */
export async function bareRate(url: string, options: Options): Promise<Rate> {
  const response = await fetch(url, { headers: { "accept-encoding": "br", ...options.headers } });
  // `fetch` unpacks; as many bytes as were sent are all that matters here.
  const body = Buffer.alloc(Number(response.headers.get("content-length")));
  const server = createServer((_, answer) => {
    answer.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length });
    answer.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await rateOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, options);
  } finally {
    server.close().closeAllConnections();
  }
}
