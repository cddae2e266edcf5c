import { CallRefused } from "#backend/api/caller.ts";

const mostWaiting = 1000;

/** Lets so many work at once; the others wait in the order in which they came. */
export function takeTurns(most: number) {
  let working = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= mostWaiting) throw new CallRefused(503, "There is too much to do at the moment, try again later");
    if (working >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else working++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  };
}
