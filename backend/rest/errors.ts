import type { Context } from "hono";
import { DrizzleQueryError } from "drizzle-orm";
import { CallRefused } from "#backend/api/caller.ts";
import type { Role } from "#backend/database/roles.ts";

/** An answer that says no, in PostgREST's shape and with its codes, or with those of Postgres. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    { details = null, hint = null }: { details?: string | null; hint?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
  }
}

export function errorResponse(c: Context, { status, code, message, details, hint }: RestError): Response {
  if (status === 401) c.header("WWW-Authenticate", "Bearer");
  // The message of a HEAD has nowhere to go.
  return c.req.method === "HEAD" ? c.body(null, status as 400) : c.json({ code, details, hint, message }, status as 400);
}

/** What the server in front of the service refuses, in the words of the service. */
export function refuseRest(c: Context, status: 400 | 405 | 413 | 414, message: string): Response {
  return errorResponse(c, new RestError(status, status === 405 ? "PGRST117" : "PGRST100", message));
}

/** The same for whoever must not be here, in the words of Supabase's gateway where PostgREST was not asked. */
export function refusalResponse(c: Context, { status, code, message, hint }: CallRefused): Response {
  if (code) return errorResponse(c, new RestError(status, code, message, { hint }));
  return c.json({ message, hint: hint ?? null }, status);
}

export const notSupported = (what: string) => new RestError(400, "PGRST100", `${what} is not supported here`);

/** What the database says of a statement that it refused; undefined when it was no statement. */
export function databaseError(error: unknown, role: Role): RestError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const { code, detail, hint, message } = cause as { code?: unknown; detail?: string; hint?: string; message: string };
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return;
  return new RestError(statusOf(code, role), code, message, { details: detail ?? null, hint: hint ?? null });
}

const statuses: [prefix: string, status: number][] = [
  ["08", 503],
  ["0L", 403],
  ["0P", 403],
  ["23503", 409],
  ["23505", 409],
  ["25006", 405],
  ["25", 500],
  ["28", 403],
  ["40", 503],
  ["42883", 404],
  ["42P01", 404],
  ["42P17", 500],
  ["53", 503],
  ["55", 503],
  ["57", 503],
  ["58", 500],
  ["P0001", 400],
  ["P0", 500],
  ["XX", 500],
];

/** As PostgREST has it, but for what is busy or away, which is no mistake of the code: 503. */
function statusOf(code: string, role: Role): number {
  if (code === "42501") return role === "anon" ? 401 : 403;
  // A function may say itself what its error is: `raise sqlstate 'PT402'`.
  const own = /^PT([45]\d\d)$/.exec(code)?.[1];
  return own ? Number(own) : (statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400);
}
