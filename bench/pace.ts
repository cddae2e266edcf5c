import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The fastest this machine has been seen, so that a bench that begins at a slow moment knows it. */
const file = "node_modules/.cache/bench-pace";
let best = Infinity;
try {
  best = Number(readFileSync(file, "utf8"));
} catch {
  // The first bench here.
}

let patientUntil = 0;

/** From now on, for an hour at most, what is measured at a slow moment does not count. */
export function bePatient() {
  patientUntil = performance.now() + 60 * 60_000;
}

/** What was measured at a slow moment. */
export const measuredSlowly = new Set<string>();

/**
 * Shared processors change their speed from minute to minute, often to half, and what is measured then says more about the neighbours than about the
 * site. Whoever is patient waits for a fast moment, and measures again what became slow in the middle.
 */
export async function atFullSpeed<T>(name: string, measure: () => Promise<T>): Promise<T> {
  for (;;) {
    while (!isFast() && performance.now() < patientUntil) await sleep(2000);
    const result = await measure();
    if (isFast()) return result;
    if (performance.now() < patientUntil) continue;
    measuredSlowly.add(name);
    return result;
  }
}

/** Whether a fixed piece of work takes about as long as it did at the best moment. */
function isFast(): boolean {
  const now = Math.min(...Array.from({ length: 3 }, timeOfWork));
  if (now < best) {
    best = now;
    mkdirSync("node_modules/.cache", { recursive: true });
    writeFileSync(file, String(best));
  }
  return now < best * 1.25;
}

function timeOfWork(): number {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 20_000_000; i++) sum += i % 7;
  // The sum is used, so that nothing is optimised away.
  return sum < 0 ? Infinity : performance.now() - began;
}
