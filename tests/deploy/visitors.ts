import { request as requestPlain } from "node:http";
import { request } from "node:https";
import { expect } from "vitest";
import { submissionOf } from "../faults/submissions.ts";

/** Sends a form over a connection of its own, as the proxy does, and a browser that comes for the first time. */
export function post(url: string, fields: Record<string, string>): Promise<number | string> {
  const { hostname, port, host, protocol, origin } = new URL(url);
  const headers = { Host: host, Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };
  const place = { host: "127.0.0.1", port, servername: hostname, rejectUnauthorized: false, agent: false as const };
  return new Promise((answered) => {
    (protocol === "https:" ? request : requestPlain)({ ...place, method: "POST", path: "/contact", headers }, (response) => {
      response.resume().on("end", () => answered(response.statusCode!));
    })
      .on("error", (error) => answered(error.message))
      .end(new URLSearchParams(fields).toString());
  });
}

/** Forms without a pause, until told to stop. */
export function startVisitors(url: string, name: string) {
  const answers: (number | string)[] = [];
  const over = new AbortController();
  const visitors = Array.from({ length: 4 }, async (_, visitor) => {
    for (let number = 0; !over.signal.aborted; number++) answers.push(await post(url, submissionOf(`${name}-${visitor}-${number}`)));
  });
  return {
    async someMore() {
      const before = answers.length;
      await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(before + 8);
    },
    async stop() {
      over.abort();
      await Promise.all(visitors);
      return answers;
    },
  };
}
