import { and, eq } from "drizzle-orm";
import { callerOf, hasSession, type Api } from "#backend/api/caller.ts";
import { isBanned, type AuthContext } from "#backend/auth/context.ts";
import { factors, sessions, users } from "#backend/auth/schema.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { ownerOf } from "#backend/people/people.ts";
import { acceptRequest, type Submission } from "#backend/requests/accept-request.ts";
import { originOf } from "#backend/requests/origin.ts";
import { cleanLine, fields, type Typed } from "#backend/requests/request.ts";
import { checkRequest } from "#backend/requests/schema.ts";
import { defaultLocale, isLocale } from "#content/locales.ts";
import { readDocument } from "#content/legal-document.server.ts";

/** What functions work with. */
export type Functions = Api & { wakeOutbox(): void };

/**
 * POST /contact: the contact form as JSON, with the names of its fields; `locale` is the language that the answer by mail has, `key` makes
 * two submissions the same one, `homepage` is the field that people do not see, `started` when the page was opened, `from` where it was written.
 */
export async function contact(parts: Functions, c: AuthContext): Promise<Response> {
  const { queries, config, log, wakeOutbox } = parts;
  const given = await readObject(c);
  if (!given) return c.json({ outcome: "invalid", errors: {}, message: "The body must be a JSON object" }, 400);
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : "");
  const typed: Typed = Object.fromEntries(["mode", ...fields].map((name) => [name, text(name)]));
  // A box is ticked with true in JSON, and with "on" in a form.
  for (const name of ["privacy", "terms"] as const) if (given[name] === true) typed[name] = "on";
  const { request, errors } = checkRequest(typed);
  if (!request) return c.json({ outcome: "invalid", errors }, 400);

  const client = c.get("client");
  const locale = isLocale(given.locale) ? given.locale : defaultLocale;
  const submission: Submission = {
    request,
    userId: (await senderOf(parts, c)) ?? (await ownerOf(queries, request.email)),
    locale,
    origin: originOf(c.req.header("referer") ?? null, text("from"), [client.origin, config.siteUrl, ...config.functionOrigins]),
    address: client.address,
    key: cleanLine(text("key")).slice(0, 100).toWellFormed() || null,
    trap: text("homepage"),
    elapsed: Number(given.started) > 0 ? Date.now() - Number(given.started) : undefined,
    isOfferMessage: false,
    versions: { privacy: readDocument(locale, "politica-privacidad").version, terms: readDocument(locale, "terminos-condiciones").version },
  };
  try {
    const acceptance = await acceptRequest(queries, submission, config.requestLimits);
    if (acceptance.outcome === "limited") {
      const { retryAfter } = acceptance;
      return c.json({ outcome: "limited", wait: Math.ceil(retryAfter / 60) }, 429, { "Retry-After": String(retryAfter) });
    }
  } catch (error) {
    log.error({ err: error, id: c.get("requestId") }, "a contact request could not be stored");
    return c.json({ outcome: "failed" }, 503);
  }
  wakeOutbox();
  // Whether it was there already is told to nobody, as in the form.
  return c.json({ outcome: "sent" });
}

async function readObject(c: AuthContext): Promise<Record<string, unknown> | undefined> {
  try {
    const body: unknown = JSON.parse(await c.req.text());
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Who is signed in with all steps done. Whoever is not sends it as anybody. */
async function senderOf(parts: Functions, c: AuthContext): Promise<string | undefined> {
  const { queries } = parts;
  const caller = await callerOf(parts, c);
  const { sub, session_id: sessionId } = caller.claims;
  if (!hasSession(caller) || !isUuid(sub) || !isUuid(sessionId)) return undefined;
  const [found] = await queries
    .select({ user: users, aal: sessions.aal })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), eq(users.id, sub)));
  if (!found || found.user.deletedAt || isBanned(found.user)) return undefined;
  if (found.aal === "aal2") return sub;
  const [factor] = await queries
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, sub), eq(factors.status, "verified")))
    .limit(1);
  return factor ? undefined : sub;
}
