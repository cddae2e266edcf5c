import { and, eq, gt, lt, sql } from "drizzle-orm";
import { getCookie, setCookie } from "hono/cookie";
import * as oauth from "openid-client";
import { isUuid } from "#backend/database/uuid.ts";
import { allowedRedirect, issuerOf, namedRedirect, requireUser, type Auth, type AuthContext } from "./context.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { beginFlow, issueCode } from "./flows.ts";
import { requireRecentSignIn, requireSecondStep } from "./gate.ts";
import { identitiesNeedSecondStep, inTransaction, linkTo, signInAs } from "./identities.ts";
import { limitAddress } from "./limits.ts";
import { clientOf, redeem, type Client } from "./provider-clients.ts";
import { flowStates, oauthStates, type User } from "./schema.ts";
import { openSession, sessionBody } from "./sessions.ts";

/** How long somebody may stay at the provider, and how long a flow with a provider's tokens lives: another five minutes. */
const lifetime = sql`now() - interval '10 minutes'`;
const flowLifetime = sql`now() - interval '15 minutes'`;

/** GET /authorize: the browser goes on to the provider. */
export async function authorize(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "authorize");
  c.header("Cache-Control", "no-store");
  return c.redirect(await providerUrl(auth, c), 302);
}

/** GET /user/identities/authorize: the same for a signed-in user, who gets one more identity. */
export async function authorizeLink(auth: Auth, c: AuthContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  await limitAddress(auth, c, "authorize");
  await requireSecondStep(auth, signedIn, identitiesNeedSecondStep());
  requireRecentSignIn(auth, signedIn);
  const url = await providerUrl(auth, c, signedIn.user);
  c.header("Cache-Control", "no-store");
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}

/** The provider gets the rest of the address, such as `prompt` or `login_hint`, but neither what is for us nor what would change how it answers. */
const notPassedOn = new Set(
  "provider redirect_to scopes skip_http_redirect apikey invite_token response_mode request request_uri registration dpop_jkt".split(" "),
);

async function providerUrl(auth: Auth, c: AuthContext, linkingUser?: User): Promise<string> {
  const query = c.req.query();
  const client = await openClient(auth, query.provider ?? "");
  if (!query.code_challenge && !namedRedirect(auth, query.redirect_to))
    throw validationFailed("Without PKCE, redirect_to has to name a page of this site");
  const codeVerifier = oauth.randomPKCECodeVerifier();
  const nonce = client.provider.kind === "oidc" ? oauth.randomNonce() : undefined;
  await forgetAbandoned(auth);
  const state = await auth.queries.transaction(async (queries) => {
    const flowStateId = await beginFlow(queries, query, { user: linkingUser, provider: query.provider!, method: "oauth" });
    const [made] = await queries
      .insert(oauthStates)
      .values({
        providerType: query.provider!,
        codeVerifier,
        nonce,
        redirectTo: allowedRedirect(auth, query.redirect_to),
        flowStateId,
        linkingUserId: linkingUser?.id,
      })
      .returning({ id: oauthStates.id });
    return made!.id;
  });
  bindToBrowser(auth, c, state);
  const more = Object.entries(query).filter(([name]) => !notPassedOn.has(name));
  const scopes = (query.scopes ?? "").split(/[\s,]+/).filter(Boolean);
  const url = oauth.buildAuthorizationUrl(client.configuration, {
    ...Object.fromEntries(more),
    client_id: client.provider.clientId,
    response_type: "code",
    redirect_uri: callbackUrl(auth),
    scope: [...new Set([...client.scope, ...scopes])].join(" "),
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state,
    ...(nonce && { nonce }),
  });
  return url.href;
}

/** GET /callback: back from the provider, and on to the page it was for, with the session or with a code for one. */
export async function callback(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "callback");
  c.header("Cache-Control", "no-store");
  const target = new URL(auth.config.siteUrl);
  try {
    const state = await takeState(auth, c);
    target.href = allowedRedirect(auth, state.redirectTo);
    await finish(auth, c, state, target);
  } catch (error) {
    const said = explain(auth, c, error);
    for (const [name, value] of Object.entries(said)) target.searchParams.set(name, value);
    target.hash = new URLSearchParams(said).toString();
  }
  return c.redirect(target.href, 302);
}

type State = typeof oauthStates.$inferSelect;

/** Several may be under way in one browser. */
const cookieOf = (state: string) => `sb-provider-${state.slice(0, 8)}`;

/** Otherwise somebody could send another person to the provider, whose identity would then be linked to their account. */
function bindToBrowser(auth: Auth, c: AuthContext, state: string) {
  const { pathname: path, protocol } = new URL(callbackUrl(auth));
  setCookie(c, cookieOf(state), state, { path, httpOnly: true, sameSite: "Lax", secure: protocol === "https:" });
}

/** Takes the state out of the database, for the browser that has asked: it opens once. */
async function takeState(auth: Auth, c: AuthContext): Promise<State> {
  const id = c.req.query("state");
  if (!id) throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  const [state] =
    isUuid(id) && getCookie(c, cookieOf(id)) === id
      ? await auth.queries
          .delete(oauthStates)
          .where(and(eq(oauthStates.id, id), gt(oauthStates.createdAt, lifetime)))
          .returning()
      : [];
  if (!state) throw new AuthError(400, "bad_oauth_state", "OAuth callback with invalid state");
  return state;
}

async function finish(auth: Auth, c: AuthContext, state: State, target: URL) {
  const { error, error_description, code } = c.req.query();
  if (error) throw new Refused(error, error_description);
  if (!code) throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing");
  const client = await openClient(auth, state.providerType);
  const url = new URL(callbackUrl(auth));
  url.search = new URL(c.req.url).search;
  const { profile, tokens } = await redeem(client, {
    url,
    state: state.id,
    codeVerifier: state.codeVerifier,
    nonce: state.nonce ?? undefined,
  }).catch((cause) => {
    if (cause instanceof AuthError) throw cause;
    throw new Error(`The code from ${state.providerType} could not be exchanged`, { cause });
  });

  const arrival = { provider: state.providerType, profile, redirectTo: state.redirectTo };
  const outcome = await inTransaction(auth, async (inside) => {
    const user = state.linkingUserId ? await linkTo(inside, c, state.linkingUserId, arrival) : await signInAs(inside, c, arrival);
    if (user instanceof AuthError) return user;
    if (!state.flowStateId) return openSession(inside.queries, c, user, "oauth");
    const issued = await issueCode(inside.queries, state.flowStateId, user, tokens);
    if (!issued) throw new AuthError(422, "flow_state_not_found", "Flow state not found");
    return issued;
  });
  auth.wakeOutbox();
  if (outcome instanceof AuthError) throw outcome;
  if (typeof outcome === "string") {
    target.searchParams.set("code", outcome);
    return;
  }
  const session = await sessionBody(auth, c, outcome);
  target.hash = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    provider_token: tokens.accessToken,
    ...(tokens.refreshToken && { provider_refresh_token: tokens.refreshToken }),
    refresh_token: session.refresh_token,
    token_type: "bearer",
  }).toString();
}

/** The provider, or the person at it, said no. */
class Refused extends Error {
  readonly description: string;

  constructor(error: string, description = "") {
    super(error.slice(0, 100));
    this.description = description.slice(0, 500);
  }
}

/** OAuth has a few words for what went wrong; the code and the description are GoTrue's. */
const wordFor: Record<number, string> = { 400: "invalid_request", 401: "unauthorized_client", 403: "access_denied" };

function explain(auth: Auth, c: AuthContext, error: unknown): Record<string, string> {
  if (error instanceof Refused) {
    return { error: error.message, ...(error.description && { error_description: error.description }) };
  }
  if (error instanceof AuthError) {
    const denied = ["provider_email_needs_verification", "user_banned", "signup_disabled"].includes(error.code);
    const word = denied ? "access_denied" : (wordFor[error.status] ?? "server_error");
    return { error: word, error_code: error.code, error_description: error.message };
  }
  auth.log.error({ err: error, id: c.get("requestId") }, "sign-in with a provider failed");
  return { error: "server_error", error_code: "unexpected_failure", error_description: "Unable to exchange external code" };
}

async function openClient(auth: Auth, name: string): Promise<Client> {
  const { providers } = auth.config.auth;
  if (!Object.hasOwn(providers, name)) throw validationFailed("Unsupported provider: provider is not enabled");
  return clientOf(providers[name]!);
}

/** Where providers send people back to; it must be registered with them. */
function callbackUrl(auth: Auth): string {
  return `${issuerOf(auth)}/callback`;
}

/** People who went to a provider and did not come back, or did not fetch the session, leave nothing behind. */
async function forgetAbandoned({ queries }: Auth) {
  await queries.delete(oauthStates).where(lt(oauthStates.createdAt, lifetime));
  await queries.delete(flowStates).where(and(eq(flowStates.authenticationMethod, "oauth"), lt(flowStates.createdAt, flowLifetime)));
}
