import { createHash } from "node:crypto";
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import { z } from "zod";
import type { Provider } from "#backend/settings.ts";
import { checkCaptcha } from "./captcha.ts";
import { optional, readBody, requireUser, text, type Auth, type AuthContext } from "./context.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { requireRecentSignIn, requireSecondStep } from "./gate.ts";
import { identitiesNeedSecondStep, inTransaction, linkTo, signInAs } from "./identities.ts";
import { sameText } from "./keys.ts";
import { limitAddress } from "./limits.ts";
import { clientOf, profileOf, type Profile } from "./provider-clients.ts";
import { openSession, sessionBody } from "./sessions.ts";

const schema = z.object({
  provider: optional(text),
  id_token: optional(text),
  access_token: optional(text),
  nonce: optional(text),
  client_id: optional(text),
  issuer: optional(text),
  link_identity: optional(z.boolean()),
});

type Body = z.output<typeof schema>;

/** POST /token?grant_type=id_token: a session for whoever brings an ID token that a provider made for us. */
export async function signInWithIdToken(auth: Auth, c: AuthContext): Promise<Response> {
  await limitAddress(auth, c, "token");
  const body = await readBody(c, schema);
  await checkCaptcha(auth, c);
  const signedIn = body.link_identity ? await requireUser(auth, c) : undefined;
  if (signedIn) {
    await requireSecondStep(auth, signedIn, identitiesNeedSecondStep());
    requireRecentSignIn(auth, signedIn);
  }
  if (!body.id_token) throw refused("id_token required");
  if (!body.provider && !(body.client_id && body.issuer)) throw refused("provider or client_id and issuer required");

  const [provider, settings] = findProvider(auth, body);
  const profile = await verify(settings, body, body.id_token);
  const outcome = await inTransaction(auth, async (inside) => {
    const arrival = { provider, profile };
    const user = signedIn ? await linkTo(inside, c, signedIn.user.id, arrival) : await signInAs(inside, c, arrival);
    return user instanceof AuthError ? user : openSession(inside.queries, c, user, "oauth");
  });
  if (outcome instanceof AuthError) {
    auth.wakeOutbox();
    throw outcome;
  }
  return c.json(await sessionBody(auth, c, outcome));
}

/** Who issues the ID tokens of the providers that clients know by name. */
const knownIssuers: Record<string, string> = {
  apple: "https://appleid.apple.com",
  facebook: "https://www.facebook.com",
  google: "https://accounts.google.com",
  kakao: "https://kauth.kakao.com",
};

function findProvider(auth: Auth, { provider = "", issuer }: Body): [name: string, Provider] {
  const found = Object.entries(auth.config.auth.providers).find(
    ([name, one]) => one.kind === "oidc" && (provider ? name === provider : one.issuer === issuer),
  );
  if (found) return found;
  const known = Object.entries(knownIssuers).find(([name, one]) => (provider ? name === provider : one === issuer));
  if (known) throw new AuthError(400, "provider_disabled", `Provider (issuer "${known[1]}") is not enabled`);
  throw validationFailed(`Custom OIDC provider "${provider}" not allowed`);
}

/** Keys that are published can only be these. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];

async function verify(provider: Provider, body: Body, token: string): Promise<Profile> {
  const { configuration, keys } = await clientOf(provider);
  const { issuer } = configuration.serverMetadata();
  const claims = await jwtVerify(token, keys!, {
    algorithms,
    // Google leaves out the scheme in some of its tokens.
    issuer: issuer === knownIssuers.google ? [issuer, "accounts.google.com"] : issuer,
    requiredClaims: ["sub", "exp", "iat"],
  }).then(
    ({ payload }) => payload,
    (error) => {
      // It is not the token's fault when the provider's keys cannot be fetched.
      if (!(error instanceof errors.JOSEError) || ["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT"].includes(error.code)) throw error;
      throw refused("Bad ID token");
    },
  );
  const audiences = [claims.aud ?? []].flat();
  if (!audiences.includes(provider.clientId)) throw refused(`Unacceptable audience in id_token: [${audiences.join(" ")}]`);
  checkNonce(claims, body.nonce);
  if (body.access_token && claims.at_hash && claims.at_hash !== accessTokenHash(token, body.access_token)) throw refused("Bad ID token");
  try {
    return profileOf(claims);
  } catch {
    throw refused("Bad ID token");
  }
}

/** The client may have given the provider the nonce itself, or its hash so that only the client knows it. */
function checkNonce({ nonce: inToken }: JWTPayload & { nonce?: unknown }, given: string | undefined) {
  if (!inToken && !given) return;
  if (!inToken || !given) throw refused("Passed nonce and nonce in id_token should either both exist or not.");
  const hash = createHash("sha256").update(given).digest("hex");
  if (!sameText(String(inToken), given) && !sameText(String(inToken), hash)) throw refused("Nonces mismatch", "invalid nonce");
}

/** The left half of the access token's hash, by the hash of the signature. */
function accessTokenHash(token: string, accessToken: string): string {
  const { alg = "" } = decodeProtectedHeader(token);
  const hash = createHash(`sha${/\d{3}$/.exec(alg)?.[0] ?? "512"}`)
    .update(accessToken)
    .digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

/** In both of GoTrue's shapes: for this grant it speaks OAuth's. */
function refused(message: string, error = "invalid request"): AuthError {
  return new AuthError(400, "validation_failed", message, { error, error_description: message });
}
