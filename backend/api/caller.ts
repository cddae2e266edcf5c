import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import type { Logger } from "pino";
import { readToken, type AuthContext } from "#backend/auth/context.ts";
import { sameText, type Keys } from "#backend/auth/keys.ts";
import type { Queries } from "#backend/database/connection.ts";
import { roles, type Role } from "#backend/database/roles.ts";
import type { Settings } from "#backend/settings.ts";

/** What the services that answer as somebody work with. */
export type Api = {
  queries: Queries;
  config: Settings;
  keys: Keys;
  log: Logger;
  /** Whether the database is up to date and has the roles. */
  isReady(): boolean;
};

/** Who asks, in the words of row-level security: what their token says, or nothing but the role of their key. */
export type Caller = {
  role: Role;
  claims: JWTPayload;
  /** Their token was signed by others, who have the shared secret: it belongs to no session of ours that could be over. */
  isSignedElsewhere?: true;
};

/** A call that is refused before anything is done. Each service says it in its own shape. */
export class CallRefused extends Error {
  readonly status: 401 | 403 | 503;
  /** PostgREST's, or none where Supabase's gateway answers. */
  readonly code: string | undefined;
  readonly hint: string | undefined;

  constructor(status: CallRefused["status"], message: string, { code, hint }: { code?: string; hint?: string } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

/** The caller by the key that every call brings (`apikey`, as a header or in the address), and by the token that may come with it. */
export async function callerOf(api: Api, c: AuthContext): Promise<Caller> {
  const authorization = c.req.header("authorization");
  return readCaller(api, c.req.header("apikey") ?? c.req.query("apikey"), authorization && /^bearer\s+(\S+)$/i.exec(authorization)?.[1]);
}

/** The same for whoever has them from elsewhere: a socket, a signed address. */
export async function readCaller(api: Api, key: string | undefined, token: string | undefined): Promise<Caller> {
  if (!key) throw new CallRefused(401, "No API key found in request", { hint: "No `apikey` request header or url param was found." });
  const role = roleOfKey(api, key);
  if (!role) throw new CallRefused(401, "Invalid API key", { hint: "Double check your API key." });
  // Without a session the client sends its key as the token too.
  if (!token || sameText(token, key)) return { role, claims: { role } };
  return readSession(api, token);
}

function roleOfKey({ keys }: Api, key: string): Role | undefined {
  if (sameText(key, keys.secretKey)) return "service_role";
  if (sameText(key, keys.publishableKey)) return "anon";
}

/** The caller whom an access token names. Whether their session is still open `asRole` asks, with the first thing they do. */
export async function readSession(api: Api, token: string): Promise<Caller> {
  const isSignedElsewhere = api.config.auth.jwtSecret !== undefined && algorithmOf(token) === "HS256";
  const claims = await (isSignedElsewhere ? readSharedToken(api, token) : readToken(api, token)).catch((error: Error) => {
    if (error instanceof errors.JWTExpired) throw new CallRefused(401, "JWT expired", { code: "PGRST303" });
    throw new CallRefused(401, "JWT could not be decoded or is not valid here", { code: "PGRST301" });
  });
  const role = roles.find((one) => one === claims.role);
  if (!role) throw new CallRefused(403, `role "${String(claims.role)}" does not exist`, { code: "22023" });
  return { role, claims, ...(isSignedElsewhere && { isSignedElsewhere }) };
}

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg;
  } catch {
    return undefined;
  }
}

/** A token that others made with the secret that they share with us. It must say when it ends. */
async function readSharedToken({ config }: Api, token: string): Promise<JWTPayload> {
  const secret = new TextEncoder().encode(config.auth.jwtSecret);
  return (await jwtVerify(token, secret, { algorithms: ["HS256"], requiredClaims: ["exp"] })).payload;
}

/** Whose token says of which session of ours it is: it counts as long as that is open. */
export function hasSession({ claims, isSignedElsewhere }: Caller): boolean {
  return claims.sub !== undefined && !isSignedElsewhere;
}
