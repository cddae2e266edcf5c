import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { Provider } from "oidc-provider";
import { freePort } from "../postgres.ts";

export type Account = { sub: string; email?: string; email_verified?: boolean; name?: string; picture?: string };

export const client = { id: "abrente", secret: "a secret between the two of us" };

/** A real OpenID Connect provider on this machine. Who signs in is told by the header x-account; "nobody" says no. */
export async function startOidcServer() {
  const accounts = new Map<string, Account>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // Of a native client the provider ignores the port of an address on this machine: the site's is not known yet.
        application_type: "native",
        redirect_uris: ["http://localhost/auth/v1/callback"],
        token_endpoint_auth_method: "client_secret_post",
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "one", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key for cookies"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => account as Account & Record<string, string> };
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, RefreshToken: 3600, Session: 3600 },
    issueRefreshToken: async () => true,
    // Everybody agrees to everything.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId });
      grant.addOIDCScope("openid email profile offline_access");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    const accountId = String(request.headers["x-account"]);
    const result =
      accountId === "nobody" ? { error: "access_denied", error_description: "The person said no" } : { login: { accountId }, consent: {} };
    provider.interactionFinished(request, response, result).catch((error) => response.writeHead(500).end(String(error)));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  let people = 0;

  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    /** Somebody with an account there. */
    newAccount(claims: Partial<Account> = {}): Account & { email: string } {
      const sub = `sub-${++people}-${Math.random().toString(36).slice(2, 8)}`;
      const account = { sub, email: `${sub}@example.com`, email_verified: true, name: "Rosalía", ...claims };
      accounts.set(sub, account);
      return account;
    },
    /** An ID token as the provider would sign it for our client. */
    idToken: ({ sub, ...claims }: Account & JWTPayload, { audience = client.id, from = issuer, expires = "5m", key = privateKey } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "one" })
        .setSubject(sub)
        .setIssuer(from)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(key),
    stop: () => server.close().closeAllConnections(),
  };
}

/** What the service has set in the browser that asked to be sent to the provider. */
export function stateCookie({ searchParams }: URL): [name: string, value: string] {
  const state = searchParams.get("state") ?? "";
  return [`sb-provider-${state.slice(0, 8)}`, state];
}

/** `asks`: the address was given to this browser's own script, with a cookie. */
type Browsing = { account: string; site: string; until?: string; asks?: true };

/** A browser that follows redirects, with its cookies, until it is sent to a page of the site (or to `until`). */
export async function browse(start: string, { account, site, until, asks }: Browsing): Promise<URL> {
  const cookies = new Map<string, Map<string, string>>();
  let url = new URL(start);
  if (asks) cookies.set(site, new Map([stateCookie(url)]));
  for (let steps = 0; steps < 12; steps++) {
    const jar = cookies.get(url.origin) ?? new Map<string, string>();
    cookies.set(url.origin, jar);
    const response = await fetch(url, {
      redirect: "manual",
      headers: { "x-account": account, Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value) jar.set(name!, value);
      else jar.delete(name!);
    }
    const location = response.headers.get("Location");
    if (!location) throw new Error(`${url.href} answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
    url = new URL(location, url);
    if (until && url.pathname === until) return url;
    if (url.origin === site && !url.pathname.startsWith("/auth/v1/")) return url;
    if (url.hostname !== "localhost" && url.hostname !== "127.0.0.1") return url;
  }
  throw new Error("The browser goes round in circles");
}
