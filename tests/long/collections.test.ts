import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyAddress } from "../security/addresses.ts";
import { generousLimits, startServer } from "../server.ts";

/** What tests/security/collections.test.ts knows by reading the code, looked for in a running server. */
let server: Awaited<ReturnType<typeof startServer>>;
let debug: Awaited<ReturnType<typeof openDebugger>>;
beforeAll(async () => {
  server = await startServer({ ...generousLimits, NODE_OPTIONS: "--inspect=127.0.0.1:0" });
  debug = await openDebugger(/ws:\S+/.exec(server.errors())![0]);
});
afterAll(async () => {
  debug.close();
  await server.stop();
});

/** Something else each time, at every address and in every header that is looked at. */
async function ask(n: number) {
  const address = everyAddress[n % everyAddress.length]!;
  const response = await fetch(`${server.url}${address}?utm_source=${n}&days=${n}&q=${n}&icons=icon-${n}`, {
    method: n % 5 === 0 ? "POST" : "GET",
    body: n % 5 === 0 ? new URLSearchParams({ intent: `x${n}`, email: `a${n}@example.com`, [`field-${n}`]: "1" }) : undefined,
    redirect: "manual",
    headers: {
      Origin: server.url,
      Cookie: `theme=dark-${n}; consent=${n}; i18n_redirected=x${n}; sb-auth-token=base64-${n}`,
      "User-Agent": `Mozilla/5.0 (${n})`,
      "Accept-Language": `x-${n}`,
      "If-None-Match": `"${n}"`,
      "X-Forwarded-For": `10.${n >> 8}.${n & 255}.1`,
      Authorization: `Bearer ${n}`,
    },
  });
  await response.arrayBuffer();
}

async function askAll(from: number, to: number) {
  let next = from;
  const asking = async () => {
    while (next < to) await ask(next++);
  };
  await Promise.all(Array.from({ length: 8 }, asking));
}

test("what nobody has sent before is not kept: not in a map, a set or a list, of ours or of a library", async () => {
  // Many more than what comes and goes by itself: up to 300 entries, either way.
  const many = 800;
  // Each address at least once, and what is made at the first use.
  await askAll(0, everyAddress.length * 2);
  const grown: number[] = [];
  // What is bounded may fill up once. What is kept grows each time.
  for (const from of [10_000, 20_000, 30_000]) {
    const before = await debug.entries();
    await askAll(from, from + many);
    let least = Infinity;
    // Page views wait for ten seconds to be written. The hosts that they come from are bounded in backend/page-views.test.ts.
    for (let looks = 0; looks < 10 && least >= many / 2; looks++) {
      if (looks > 0) await pause(2000);
      least = Math.min(least, (await debug.entries()) - before);
    }
    grown.push(least);
    if (least < many / 2) return;
  }
  expect(grown, "after each time").toEqual([]);
});

type Answer = { id: number; result: { result: { objectId: string; value: number } } & { objects: { objectId: string } } };

/** Looks into a process: how much there is in all its collections together. */
async function openDebugger(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let last = 0;
  const call = (method: string, params: object) =>
    new Promise<Answer["result"]>((resolve) => {
      const id = ++last;
      const hear = ({ data }: MessageEvent<string>) => {
        const answer = JSON.parse(data) as Answer;
        if (answer.id !== id) return;
        socket.removeEventListener("message", hear);
        resolve(answer.result);
      };
      socket.addEventListener("message", hear);
      socket.send(JSON.stringify({ id, method, params }));
    });

  async function sum(prototype: string, size: string): Promise<number> {
    const { result } = await call("Runtime.evaluate", { expression: prototype });
    // It collects garbage first.
    const { objects } = await call("Runtime.queryObjects", { prototypeObjectId: result.objectId, objectGroup: "seen" });
    const counted = await call("Runtime.callFunctionOn", {
      objectId: objects.objectId,
      // The prototype of a class of collections has no size of its own.
      functionDeclaration: `function () {
        const sizeOf = (one) => { try { return Number(Reflect.get(one, "${size}")) || 0; } catch { return 0; } };
        return this.reduce((sum, one) => sum + sizeOf(one), 0);
      }`,
      returnByValue: true,
    });
    await call("Runtime.releaseObjectGroup", { objectGroup: "seen" });
    return counted.result.value;
  }

  return {
    entries: async () =>
      (await sum("Map.prototype", "size")) + (await sum("Set.prototype", "size")) + (await sum("Array.prototype", "length")),
    close: () => socket.close(),
  };
}
