import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import * as oauth from "openid-client";
import type { Provider } from "#backend/settings.ts";
import { readEmail } from "./context.ts";
import { AuthError } from "./errors.ts";

/** What a provider says of a person. */
export type Profile = {
  sub: string;
  email: string;
  emailVerified: boolean;
  /** All of it, in GoTrue's words. */
  data: Record<string, unknown>;
};

/** We, as a client of the provider. */
export type Client = {
  provider: Provider;
  configuration: oauth.Configuration;
  scope: string[];
  /** The keys that the provider signs its ID tokens with. */
  keys?: JWTVerifyGetKey;
};

const remembered = 3_600_000;
const clients = new WeakMap<Provider, { client: Promise<Client>; since: number }>();
const timeout = 10;

/** The client of a provider; what the provider publishes about itself is read once an hour. */
export async function clientOf(provider: Provider): Promise<Client> {
  const known = clients.get(provider);
  if (known && Date.now() - known.since < remembered) return known.client;
  const client = provider.kind === "github" ? githubClient(provider) : oidcClient(provider);
  clients.set(provider, { client, since: Date.now() });
  client.catch(() => clients.delete(provider));
  return client;
}

async function oidcClient(provider: Provider): Promise<Client> {
  const { issuer, clientId, clientSecret } = provider;
  const authenticate: oauth.ClientAuth = (server, ...rest) => {
    const method = server.token_endpoint_auth_methods_supported?.includes("client_secret_post")
      ? oauth.ClientSecretPost(clientSecret)
      : oauth.ClientSecretBasic(clientSecret);
    return method(server, ...rest);
  };
  const execute = isLoopback(issuer) ? [oauth.allowInsecureRequests] : [];
  const configuration = await oauth.discovery(new URL(issuer), clientId, clientSecret, authenticate, { execute, timeout });
  const { jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri || (!jwks_uri.startsWith("https:") && !isLoopback(issuer))) throw new Error(`${issuer} has no keys over https`);
  return { provider, configuration, scope: ["openid", "email", "profile"], keys: createRemoteJWKSet(new URL(jwks_uri)) };
}

/** GitHub speaks OAuth 2 alone: there is nothing to discover, and who it is must be asked. */
async function githubClient(provider: Provider): Promise<Client> {
  const base = `${provider.issuer}/login/oauth`;
  const configuration = new oauth.Configuration(
    // GitHub names itself so in the `iss` of its answers.
    { issuer: base, authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/access_token` },
    provider.clientId,
    provider.clientSecret,
  );
  configuration.timeout = timeout;
  if (isLoopback(provider.issuer)) oauth.allowInsecureRequests(configuration);
  return { provider, configuration, scope: ["user:email"] };
}

/** Without https only on this machine: for tests, and for whoever develops. */
function isLoopback(issuer: string): boolean {
  const { hostname, protocol } = new URL(issuer);
  return protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

type Exchange = { url: URL; state: string; codeVerifier: string; nonce?: string };

/** Exchanges the code that the provider sent somebody back with, and asks who they are. */
export async function redeem({ provider, configuration }: Client, { url, state, codeVerifier, nonce }: Exchange) {
  const isOidc = provider.kind === "oidc";
  const tokens = await oauth.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    ...(isOidc && { expectedNonce: nonce, idTokenExpected: true }),
  });
  return {
    profile: isOidc ? await oidcProfile(configuration, tokens) : await githubProfile(provider, configuration, tokens.access_token),
    tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
  };
}

type Tokens = Awaited<ReturnType<typeof oauth.authorizationCodeGrant>>;

async function oidcProfile(configuration: oauth.Configuration, tokens: Tokens): Promise<Profile> {
  const claims = tokens.claims()!;
  if (claims.email || !configuration.serverMetadata().userinfo_endpoint) return profileOf(claims);
  const more = await oauth.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  // An address and whether it is verified must come from one place.
  return profileOf({ ...claims, email_verified: undefined, ...more });
}

/** The profile in the claims of an ID token, or of the provider's user information. */
export function profileOf(claims: Record<string, unknown>): Profile {
  const sub = textOf(claims.sub);
  if (!sub || sub.length > 255) throw new AuthError(500, "unexpected_failure", "Error getting user profile from external provider");
  const email = readEmail(textOf(claims.email) ?? missingEmail());
  const emailVerified = claims.email_verified === true || claims.email_verified === "true";
  const [name, picture] = [textOf(claims.name), textOf(claims.picture)];
  return {
    sub,
    email,
    emailVerified,
    data: withoutEmpty({
      iss: textOf(claims.iss),
      sub,
      name,
      given_name: textOf(claims.given_name),
      family_name: textOf(claims.family_name),
      nickname: textOf(claims.nickname),
      preferred_username: textOf(claims.preferred_username),
      picture,
      email,
      email_verified: emailVerified,
      phone_verified: false,
      full_name: name,
      avatar_url: picture,
      provider_id: sub,
      user_name: textOf(claims.user_name),
      custom_claims: textOf(claims.hd) && { hd: claims.hd },
    }),
  };
}

async function githubProfile(provider: Provider, configuration: oauth.Configuration, token: string): Promise<Profile> {
  const api = provider.issuer === "https://github.com" ? "https://api.github.com" : `${provider.issuer}/api/v3`;
  const ask = async (path: string) => {
    const headers = new Headers({ Accept: "application/vnd.github+json" });
    const response = await oauth.fetchProtectedResource(configuration, token, new URL(`${api}${path}`), "GET", null, headers);
    if (!response.ok) throw new Error(`GitHub answers ${response.status} for ${path}`);
    return response.json();
  };
  const [user, addresses] = await Promise.all([
    ask("/user") as Promise<Record<string, unknown>>,
    ask("/user/emails") as Promise<{ email: string; primary: boolean; verified: boolean }[]>,
  ]);
  const address = addresses.find(({ primary }) => primary) ?? addresses.find(({ verified }) => verified);
  const profile = profileOf({
    iss: api,
    sub: String(user.id),
    name: user.name,
    preferred_username: user.login,
    user_name: user.login,
    email: address?.email,
    email_verified: address?.verified,
  });
  return { ...profile, data: withoutEmpty({ ...profile.data, avatar_url: textOf(user.avatar_url) }) };
}

function missingEmail(): never {
  throw new AuthError(500, "unexpected_failure", "Error getting user email from external provider");
}

/** A text of bearable length that Postgres can store. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value && value.length <= 2000 && !value.includes("\0") ? value : undefined;
}

function withoutEmpty(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
