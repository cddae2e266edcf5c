import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Loaded into the server before it starts (node --import): measures how long the event loop was kept from its work, and writes
 * a line when asked by SIGUSR2. The processor time of the main thread counts, not the clock: on a busy machine a thread that is ready may
 * have to wait for its turn.
 */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let last = now();
/** The longest turn of the event loop, its length by the clock, and the kernel's part of it. */
const nothing = { stall: 0, clock: 0, kernel: 0 };
let longest = nothing;

setInterval(() => {
  const { user, system, clock } = now();
  const stall = user - last.user + system - last.system;
  if (stall > longest.stall) longest = { stall, clock: clock - last.clock, kernel: system - last.system };
  last = { user, system, clock };
}, 10).unref();

process.on("SIGUSR2", () => {
  const turn = Object.fromEntries(Object.entries(longest).map(([name, value]) => [name, Math.round(value)]));
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write(`watched ${JSON.stringify({ ...turn, rss: megabytes(rss), heap: megabytes(heapUsed + external) })}\n`);
  last = now();
  longest = nothing;
});

/** Milliseconds that the main thread has worked, and those of the clock. */
function now() {
  const { user, system } = process.threadCpuUsage();
  return { user: user / 1000, system: system / 1000, clock: performance.now() };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
