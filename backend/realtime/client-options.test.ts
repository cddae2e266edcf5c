import { RealtimeClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clientOptions } from "./client-options.ts";

/** A socket that opens when it is told to, and hears what is sent. */
class Line {
  static all: { at: number; line: Line }[] = [];
  readyState = 0;
  binaryType = "arraybuffer";
  sent: { at: number; event: string }[] = [];
  onopen?: (event: object) => void;
  onclose?: (event: object) => void;
  onerror?: (event: object) => void;
  onmessage?: (event: object) => void;

  constructor() {
    Line.all.push({ at: Date.now(), line: this });
  }
  send(text: string) {
    this.sent.push({ at: Date.now(), event: JSON.parse(text)[3] });
  }
  open() {
    this.readyState = 1;
    this.onopen?.({});
  }
  close(code = 1000) {
    this.readyState = 3;
    this.onclose?.({ code, wasClean: false });
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connect() {
  Line.all = [];
  const client = new RealtimeClient("ws://localhost/realtime/v1", {
    ...clientOptions,
    transport: Line as never,
    params: { apikey: "key" },
  });
  return { client, begun: Date.now() };
}

test("a client says every 30 seconds that it is there, and waits 10 seconds for an answer", async () => {
  const { client } = connect();
  const said: { status: string; at: number }[] = [];
  client.channel("room").subscribe((status) => void said.push({ status, at: Date.now() }));
  await vi.advanceTimersByTimeAsync(0);
  const { line } = Line.all[0]!;
  line.open();
  const opened = Date.now();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(said[0]).toEqual({ status: "TIMED_OUT", at: opened + 10_000 });
  expect(line.sent.map(({ event }) => event)).not.toContain("heartbeat");
  await vi.advanceTimersByTimeAsync(1);
  expect(line.sent.at(-1)).toEqual({ at: opened + 30_000, event: "heartbeat" });
  await client.disconnect();
});

test("a client comes back after 1, 2, 5 and 10 seconds, and every 10 from then on", async () => {
  const { client } = connect();
  client.connect();
  await vi.advanceTimersByTimeAsync(0);
  Line.all[0]!.line.open();
  const pauses: number[] = [];
  for (let tries = 0; tries < 6; tries++) {
    const { line } = Line.all.at(-1)!;
    const lost = Date.now();
    // The code that our own server closes with when it restarts.
    line.close(1012);
    const before = Line.all.length;
    while (Line.all.length === before) await vi.advanceTimersByTimeAsync(100);
    pauses.push(Date.now() - lost);
  }
  expect(pauses).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000]);
  await client.disconnect();
});
