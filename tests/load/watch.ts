import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Loaded into the server before it starts (node --import): measures how long the event loop was kept from its work, and writes
 * a line when asked by SIGUSR2. The processor time of the main thread counts, not the clock: on a busy machine a thread that is ready may
 * have to wait for its turn.
 */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let last = busy();
let longest = 0;
setInterval(() => {
  const now = busy();
  longest = Math.max(longest, now - last);
  last = now;
}, 10).unref();

process.on("SIGUSR2", () => {
  const stall = Math.round(longest);
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write(`watched ${JSON.stringify({ stall, rss: megabytes(rss), heap: megabytes(heapUsed + external) })}\n`);
  last = busy();
  longest = 0;
});

/** Milliseconds that the main thread has worked. */
function busy(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
