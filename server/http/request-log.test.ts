import { Hono } from "hono";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Env } from "./env.ts";
import { requestLog } from "./request-log.ts";

test.each([
  ["debug", ["/gl", "/healthz", "/readyz", "/metrics"]],
  ["info", ["/gl"]],
  ["warn", []],
])("what monitors ask is written down only at LOG_LEVEL=debug: %s", async (level, paths) => {
  const lines: string[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line).path) });
  const answers = new Map<number, number>();
  const app = new Hono<Env>().use(requestLog(log, answers)).get("*", (c) => c.text("ok"));
  for (const path of ["/gl", "/healthz", "/readyz", "/metrics"]) await app.request(path);
  expect(lines).toEqual(paths);
  expect(answers.get(200)).toBe(4);
});
