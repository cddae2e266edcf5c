import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Loaded into the server before it starts (node --import): measures how long the event loop was kept from its work, and writes
 * a line when asked by SIGUSR2. The processor time of the main thread counts, not the clock: on a busy machine a thread that is ready may
 * have to wait for its turn. Nor does what the host of a virtual machine took away meanwhile, of which a part is in that time: under such a
 * host, work of 2 ms was seen to take 78.
 */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let last = now();
let since = last;
let stall = 0;

setInterval(() => {
  const { worked, taken } = now();
  stall = Math.max(stall, worked - last.worked - (taken - last.taken));
  last = { worked, taken };
}, 10).unref();

process.on("SIGUSR2", () => {
  const seen = { stall: Math.round(stall), taken: last.taken - since.taken };
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write(`watched ${JSON.stringify({ ...seen, rss: megabytes(rss), heap: megabytes(heapUsed + external) })}\n`);
  since = last = now();
  stall = 0;
});

/** Milliseconds that the main thread has worked, and that the host took away from all processors. */
function now() {
  const { user, system } = process.threadCpuUsage();
  return { worked: (user + system) / 1000, taken: takenAway() };
}

function takenAway(): number {
  try {
    // In hundredths of a second.
    return Number(/^cpu(?:\s+\d+){7}\s+(\d+)/.exec(readFileSync("/proc/stat", "utf8"))![1]) * 10;
  } catch {
    return 0;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
