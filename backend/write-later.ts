import type { Logger } from "pino";

export type WriteLater<T> = {
  add(item: T): void;
  /** Writes down what is not written yet. */
  stop(): Promise<void>;
};

const interval = 10_000;
/** At once: a statement has room for so many values only. */
const most = 1000;
/** While the database is away, or slower than what comes, no more than this is kept. */
const mostWaiting = 100_000;

/**
 * Collects what nobody waits for and writes it down every ten seconds. What could not be written is tried again, unless it is its own
 * fault: one item that the database will never take must not hold up all that come after it.
 */
export function writeLater<T>(what: string, write: (items: T[]) => Promise<void>, log: Logger): WriteLater<T> {
  let waiting: T[] = [];
  let writing = Promise.resolve();

  async function flush() {
    while (waiting.length > 0) {
      const items = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await write(items);
      } catch (error) {
        if (isFaultOfData(error)) {
          log.error({ err: error, dropped: items.length }, `${what} could not be written down, and will never be; dropped`);
          continue;
        }
        log.error({ err: error }, `${what} could not be written down; kept for the next time`);
        waiting = [...items, ...waiting].slice(0, mostWaiting);
        return;
      }
    }
  }

  const timer = setInterval(() => (writing = writing.then(flush)), interval);
  return {
    add(item) {
      if (waiting.length < mostWaiting) waiting.push(item);
    },
    async stop() {
      clearInterval(timer);
      await writing;
      await flush();
    },
  };
}

/** Postgres' classes of what is wrong with the values: their form, their relations, their size. */
function isFaultOfData(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return /^(22|23|54)/.test(String(cause?.code ?? code));
}
