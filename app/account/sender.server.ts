import { siteContext } from "#app/context.ts";
import { within } from "#backend/within.ts";
import { readSession } from "./guard.server.ts";
import { openAccount, type Args } from "./server-client.server.ts";
import { sessionCookie } from "./session-cookie.ts";

const patience = 3000;

/** The person who sends a form of a public page, if they are signed in with all steps done, and the headers that keep their session. */
export async function senderOf(args: Args): Promise<{ userId?: string; changed: Headers }> {
  if (!args.request.headers.get("cookie")?.includes(sessionCookie.name)) return { changed: new Headers() };
  const { client, changed } = openAccount(args);
  try {
    const session = await within(patience, readSession(client));
    return { userId: session && !session.needsFactor ? session.user.id : undefined, changed };
  } catch (error) {
    args.context.get(siteContext).report?.(error);
    return { changed };
  }
}
