import { setTimeout as pause } from "node:timers/promises";

/** The work's result, or an error when it takes longer. The work itself goes on: nobody waits for it any more. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = pause(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`Not done within ${ms / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
  }
}
