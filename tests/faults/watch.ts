/** How long this machine stood still so far, in milliseconds: so much too late came a timer. */
let lost = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  lost += Math.max(0, now - last - 150);
  last = now;
}, 100).unref();

/** Starts to measure; calling what it returns tells the milliseconds since then, without those in which the machine stood still. */
export function startWatch(): () => number {
  const began = performance.now();
  const lostBefore = lost;
  return () => performance.now() - began - (lost - lostBefore);
}
