import { isIP } from "node:net";
import type { Context } from "hono";
import { jwtVerify, type JWTPayload } from "jose";
import { and, eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import { z } from "zod";
import type { Queries } from "#backend/database/connection.ts";
import { isUuid } from "#backend/database/uuid.ts";
import type { Client } from "#backend/network.ts";
import type { Settings } from "#backend/settings.ts";
import { AuthError, userBanned, validationFailed } from "./errors.ts";
import { sameText, type Keys } from "./keys.ts";
import { sessions, users, type Session, type User } from "./schema.ts";

/** What every call works with. */
export type Auth = {
  queries: Queries;
  config: Settings;
  keys: Keys;
  log: Logger;
  /** There is a new mail in the outbox. */
  wakeOutbox(): void;
};

/** What the server says about a call: its number in the log, and where it came from. */
export type AuthEnv = { Variables: { requestId: string; client: Client } };
export type AuthContext = Context<AuthEnv>;
export type Handler = (auth: Auth, c: AuthContext) => Promise<Response>;

/** The issuer of the tokens, and the address that clients know the service by. */
export function issuerOf({ config }: Pick<Auth, "config">): string {
  return `${config.siteUrl}/auth/v1`;
}

/** The key that every call must bring: `apikey`, as a header or in the address. */
export function requireKey(auth: Auth, c: AuthContext) {
  const given = c.req.header("apikey") ?? c.req.query("apikey");
  if (!given) throw new AuthError(401, "no_authorization", "No API key found in request");
  if (!sameText(given, auth.keys.publishableKey) && !sameText(given, auth.keys.secretKey)) {
    throw new AuthError(401, "no_authorization", "Invalid API key");
  }
}

function bearerOf(c: AuthContext): string {
  const token = /^bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!token) throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  return token;
}

export type SignedIn = { user: User; session: Session; claims: JWTPayload };

/** The user whose access token came with the call. */
export async function requireUser(auth: Auth, c: AuthContext): Promise<SignedIn> {
  const { queries, keys } = auth;
  const token = bearerOf(c);
  if (sameText(token, keys.publishableKey) || sameText(token, keys.secretKey)) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await verifyToken(auth, token);
  const [user] = isUuid(claims.sub)
    ? await queries
        .select()
        .from(users)
        .where(and(eq(users.id, claims.sub), isNull(users.deletedAt)))
    : [];
  if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  const sessionId = claims.session_id;
  const [session] = isUuid(sessionId)
    ? await queries
        .select()
        .from(sessions)
        .where(and(eq(sessions.id, sessionId), eq(sessions.userId, user.id)))
    : [];
  if (!session) throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  if (isBanned(user)) throw userBanned();
  return { user, session, claims };
}

/**
 * What an access token of ours says; anything else is an error of jose's. Our key signs nothing else, so its issuer is not asked for: the site's
 * address may change, by another port or name, and nobody is signed out.
 */
export async function readToken(auth: Pick<Auth, "config" | "keys">, token: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, ({ kid }) => auth.keys.publicKey(kid), {
    algorithms: ["ES256"],
    audience: "authenticated",
  });
  return payload;
}

async function verifyToken(auth: Auth, token: string): Promise<JWTPayload> {
  try {
    return await readToken(auth, token);
  } catch (error) {
    throw new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${(error as Error).message}`);
  }
}

/** Lets only callers with the secret key pass. A user's token is not enough, not even an administrator's. */
export async function requireSecretKey(auth: Auth, c: AuthContext) {
  const token = bearerOf(c);
  if (sameText(token, auth.keys.secretKey) && sameText(c.req.header("apikey") ?? token, auth.keys.secretKey)) return;
  if (!sameText(token, auth.keys.publishableKey)) await verifyToken(auth, token);
  throw new AuthError(403, "not_admin", "User not allowed");
}

export function isBanned(user: User): boolean {
  return !!user.bannedUntil && user.bannedUntil > new Date();
}

/** The body, checked. What the schema does not name is ignored, as GoTrue does. */
export async function readBody<T extends z.ZodType>(c: AuthContext, schema: T): Promise<z.output<T>> {
  let body: unknown;
  try {
    const text = await c.req.text();
    body = text ? JSON.parse(text) : {};
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw validationFailed(`Could not read ${issue!.path.join(".") || "the body"}: ${issue!.message}`);
}

const nothing = z.null().transform(() => undefined);
/** Clients send null for what they leave out. */
export const optional = <T extends z.ZodType>(schema: T) => schema.or(nothing).optional();
export const text = z.string().max(10_000).refine(isStorable, "must not contain NUL or half a character");
const data = z
  .record(z.string(), z.unknown())
  .refine((value) => isStorable(value), { error: "must not contain NUL or half a character, nor be nested deep", abort: true })
  .refine(fitsToken, "too large");
export const metadataSchema = optional(data);

/** What Postgres can store: it gives up at what is nested too deep. */
function isStorable(value: unknown, depth = 20): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.entries(value).every(([key, one]) => isStorable(key) && isStorable(one, depth - 1));
}

/**
 * A user's data is in every token, and again in the session that pages keep in cookies: all of it has to pass in the headers
 * of a request, for which Node has 16 kB. With more, a user could not even come back to take it away.
 */
export function fitsToken(userMetadata: Record<string, unknown>): boolean {
  return Buffer.byteLength(JSON.stringify(userMetadata)) <= 2500;
}

/** The person who asks: an e-mail address or a phone number. */
export const person = { email: optional(text), phone: optional(text) };
/** The flow that the client wants: a challenge means PKCE. */
export const pkce = { code_challenge: optional(text), code_challenge_method: optional(text) };

const emailForm = /^[^\s\p{C}@<>(),;:\\"[\]]+@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

export function readEmail(given: string): string {
  const email = given.trim().toLowerCase();
  if (email.length > 254 || !emailForm.test(email)) throw validationFailed("Unable to validate email address: invalid format");
  return email;
}

/** As the database can hold it: without the interface that a local address may name, and none where a proxy says something else. */
export function ipOf(c: AuthContext): string {
  const [address = ""] = c.get("client").address.split("%");
  return isIP(address) ? address : "0.0.0.0";
}

/** Answers no sooner than this, so that the time does not tell what was found. */
export async function notBefore<T>(ms: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** Where the browser may be sent: to this site, and to no other. */
export function allowedRedirect(auth: Auth, wanted: string | null | undefined): string {
  return namedRedirect(auth, wanted) ?? auth.config.siteUrl;
}

/** A page of this site that was asked for by name. A session is put into an address only for one: the front page could not take it. */
export function namedRedirect({ config }: Auth, wanted: string | null | undefined): string | undefined {
  const site = new URL(config.siteUrl);
  const url = wanted ? URL.parse(wanted, site) : null;
  // `blob:https://…` has the origin of what stands behind the colon.
  if (!url || url.origin !== site.origin || url.protocol !== site.protocol || url.href === site.href) return;
  // As a path alone, `//example.com` would be another host.
  url.pathname = url.pathname.replace(/^\/{2,}/, "/");
  return url.href;
}
