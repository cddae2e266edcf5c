import { createServerClient, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext, type MiddlewareFunction } from "react-router";
import { backendContext, siteContext } from "#app/context.ts";
import { deviceHeader } from "#backend/auth/known-device.ts";
import { registrationHeader } from "#backend/auth/verify.ts";
import { deviceOf, keepDevice } from "./known-device.server.ts";
import { registrationOf } from "./registration.server.ts";
import { cookieOptions } from "./session-cookie.ts";

/** The client of this request's visitor. `getClaims()` to guard a page, `getUser()` before anything irreversible, `getSession()` never for trust. */
export const accountContext = createContext<SupabaseClient>();

export type Args = Pick<Parameters<MiddlewareFunction<Response>>[0], "request" | "context">;

/** Makes the client of the request, refreshes a session that is about to end, and sends what changed back with the answer. */
export const withAccount: MiddlewareFunction<Response> = async (args, next) => {
  const { client, changed } = openAccount(args);
  args.context.set(accountContext, client);
  // Early: a session that is refreshed after the answer would be lost.
  await client.auth.getClaims();

  const response = await next();
  for (const [name, value] of changed) response.headers.append(name, value);
  return response;
};

export function openAccount({ request, context }: Args): { client: SupabaseClient; changed: Headers } {
  const { accounts } = context.get(backendContext);
  const { siteUrl } = context.get(siteContext);
  const changed = new Headers();
  const client = createServerClient(accounts.url, accounts.publishableKey, {
    cookieOptions: cookieOptions(siteUrl),
    cookies: {
      getAll: () => parseCookieHeader(request.headers.get("cookie") ?? "").map(({ name, value = "" }) => ({ name, value })),
      setAll(cookies, headers) {
        for (const { name, value, options } of cookies) changed.append("Set-Cookie", serializeCookieHeader(name, value, options));
        for (const [name, value] of Object.entries(headers)) changed.set(name, value);
      },
    },
    global: {
      headers: { [registrationHeader]: registrationOf(request), [deviceHeader]: deviceOf(request) },
      fetch: passingCookies(accounts.fetch ?? fetch, changed, siteUrl),
    },
  });
  return { client, changed };
}

/** What the accounts set in the browser of whoever asks, they set through us. */
function passingCookies(send: typeof fetch, changed: Headers, siteUrl: string): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    for (const cookie of [...response.headers.getSetCookie(), keepDevice(response, siteUrl)]) {
      if (cookie) changed.append("Set-Cookie", cookie);
    }
    return response;
  };
}
