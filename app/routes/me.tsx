import { Form } from "react-router";
import type { Route } from "./+types/me";
import { AccountSheet, SubmitButton } from "#app/account/account-sheet.tsx";
import { requireSignedIn } from "#app/account/guard.server.ts";
import { fill } from "#app/i18n/format.ts";
import { localePath } from "#app/i18n/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { email = "" } = await requireSignedIn(args);
  const { meta, heading, lead, signOut } = texts.me;
  return { meta: metaOf(args, meta), locale, text: { heading, lead: fill(lead, { email }), signOut } };
}

export const meta = pageMeta;

export default function MePage({ loaderData: { text, locale } }: Route.ComponentProps) {
  return (
    <AccountSheet heading={text.heading} lead={text.lead}>
      <Form method="post" action={localePath(locale, "/login")}>
        <SubmitButton intent="out" label={text.signOut} look="quiet" />
      </Form>
    </AccountSheet>
  );
}
