import { isAuthRetryableFetchError, type SupabaseClient, type User } from "@supabase/supabase-js";
import { data, redirect, type RouterContextProvider } from "react-router";
import { siteContext } from "#app/context.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { cleanFileName } from "#backend/requests/file-types.ts";
import { contentFor } from "#content/content-for.server.ts";
import { fill } from "#content/format.ts";
import { localeOf, localePath } from "#content/locales.ts";
import type { Expired } from "./expired-form.tsx";
import { accountContext } from "./server-client.server.ts";

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/**
 * Tells who is signed in, and whether the second step is still before them. The service is asked each time: a token lives for an
 * hour after its session has ended, and the rest of the cookie is the visitor's to change.
 */
export async function readSession({ auth }: SupabaseClient): Promise<{ user: User; needsFactor: boolean } | undefined> {
  const { data: token, error: unread } = await auth.getClaims();
  // The accounts cannot be reached: that says nothing about the session.
  if (isAuthRetryableFetchError(unread)) throw unread;
  if (!token) return;
  const { data: found, error } = await auth.getUser();
  if (error && (!error.status || error.status >= 500)) throw error;
  if (!found.user) return;
  return { user: found.user, needsFactor: hasFactor(found.user) && token.claims.aal !== "aal2" };
}

/** Gives the person who is signed in, all steps done. Anyone else goes to sign in first and comes back afterwards; what they sent is kept. */
export async function requireSignedIn({ request, url, context }: Args): Promise<User> {
  const session = await readSession(context.get(accountContext));
  if (session && !session.needsFactor) return session.user;
  const query = new URLSearchParams({ ...(session && { step: "code" }), next: url.pathname + url.search });
  const login = localePath(localeOf(url.pathname), `/login?${query}`);
  throw request.method === "GET" || request.method === "HEAD" ? redirect(login) : data(await keepForm(request, url, login), 401);
}

/** Gives the administrator who is signed in. For anyone else the page does not exist. */
export async function requireAdmin(args: Args): Promise<User> {
  const user = await requireSignedIn(args);
  if (!isAdmin(user)) throw data("Page Not Found", { status: 404 });
  // Where strangers can reach the site, a password alone is not enough to read everyone's requests.
  if (args.context.get(siteContext).isPublic && !hasFactor(user)) {
    throw redirect(localePath(localeOf(args.url.pathname), "/me?needed=factor#second-factor"));
  }
  return user;
}

export function isAdmin({ app_metadata: metadata }: Pick<User, "app_metadata">): boolean {
  return metadata.role === "admin";
}

export function hasFactor({ factors }: User): boolean {
  return factors?.some(({ status }) => status === "verified") ?? false;
}

/** Whether a form was begun by somebody else: it outlived their session, and must not act for whoever signed in next. */
export function isAnothers(form: FormData, { id }: User): boolean {
  return (textIn(form, "whose") || id) !== id;
}

const secrets = /password|code/;
/** As the names of our forms are. */
const fieldName = /^[a-z_-]{1,30}$/;

/** What a form brought, to be sent again. Secrets are not given back, and of files their names alone. */
async function keepForm(request: Request, url: URL, login: string): Promise<Expired> {
  const files: string[] = [];
  const form = await readForm(request, async ({ name }) => void files.push(cleanFileName(name)));
  const { expired } = (await contentFor(localeOf(url.pathname))).account;
  const fields = [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string" && fieldName.test(field[0]) && !secrets.test(field[0]),
  );
  const text = files.length > 0 ? { ...expired, lead: fill(expired.leadWithFiles, { files: files.join(", ") }) } : expired;
  return { expired: { fields, action: url.pathname + url.search, login, text } };
}
