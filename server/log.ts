import { writeSync } from "node:fs";
import { DrizzleQueryError } from "drizzle-orm";
import { pino, type Logger } from "pino";

/** One line of JSON for each entry. */
export function openLog(level: string): Logger {
  let ending = false;
  // Written together every few milliseconds: a line for each request would be a write for each request.
  const lines = pino.destination({ sync: false, minLength: 4096, maxLength: 16_000_000, retryEAGAIN: () => !ending });
  setInterval(() => lines.flush(), 50).unref();

  // The reader of the log may have gone: no reason to end.
  for (const stream of [lines, process.stdout, process.stderr] as NodeJS.EventEmitter[]) stream.on("error", () => {});
  // And none not to end: the last lines would be offered to nobody for ever.
  const { flushSync } = lines;
  lines.flushSync = () => {
    ending = true;
    try {
      writeSync(process.stdout.fd, "\n");
      flushSync.call(lines);
    } catch {}
  };
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } }, lines);
}

/**
 * What went wrong and where. Of a query that failed there is the query, but not what it was asked with, nor what the database
 * says of the rows: those are addresses, names and hashes of passwords.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack = "", cause, code, status } = error as Error & { code?: unknown; status?: unknown };
  return {
    type: name,
    message: error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : message,
    code,
    status,
    // Without the message, which stands before it.
    stack: stack.slice(stack.indexOf(message) + message.length),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
