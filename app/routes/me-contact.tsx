import type { Route } from "./+types/me-contact";
import { readSession } from "#app/account/guard.server.ts";
import { profileIn } from "#app/account/profile.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import type { KnownSender } from "#app/contact/fill-in.ts";
import { localeOf } from "#content/locales.ts";
import { phoneGroups } from "#content/format.ts";

/** What the contact form, which is the same for everyone, fills in for whoever is signed in. For anyone else it is empty. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = await readSession(context.get(accountContext));
  if (!session || session.needsFactor) return Response.json({});
  const { name, company, phone } = profileIn(session.user.user_metadata, localeOf(url.pathname));
  const sender: KnownSender = {
    name,
    email: session.user.email ?? "",
    company: company ?? "",
    phone: phone ? phoneGroups(phone) : "",
  };
  return Response.json(sender);
}
