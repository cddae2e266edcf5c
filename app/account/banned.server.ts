import type { AuthError } from "@supabase/supabase-js";
import type { RouterContextProvider } from "react-router";
import { backendContext } from "#app/context.ts";
import { findByEmail, findByLink, unlessElsewhere } from "#backend/people/people.ts";
import type { Content } from "#content/en/index.ts";
import { fill, longDate } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { refusalOf, type Reply } from "./reply.server.ts";

type Page = { context: Readonly<RouterContextProvider>; locale: Locale; texts: Content };
/** Who wanted to get in: by an address, or by the link of a mail. */
type Who = { email: string } | { link: string };

/** What to say to somebody who was not let in. Who is banned hears until when, however they came, and where to write. */
export async function refusedEntry(page: Page, error: AuthError, who: Who): Promise<Pick<Reply, "message" | "errors" | "way">> {
  const { errors: say, ways } = page.texts.account;
  if (error.code !== "user_banned") return refusalOf(say, error);
  const until = await bannedUntil(page, who);
  return {
    message: until ? fill(say.banned_until, { date: longDate(page.locale, until) }) : say.user_banned,
    way: { to: localePath(page.locale, "/contact"), label: ways.write },
  };
}

/** The end of a ban, unless that is as good as never. */
async function bannedUntil({ context }: Page, who: Who): Promise<Date | undefined> {
  const { queries } = context.get(backendContext);
  const person = await unlessElsewhere("email" in who ? findByEmail(queries, who.email) : findByLink(queries, who.link));
  const until = person?.bannedUntil;
  return until && until.getTime() < Date.now() + 10 * 365 * 86_400_000 ? until : undefined;
}
