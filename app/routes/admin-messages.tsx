import type { Route } from "./+types/admin-messages";
import { AdminPage } from "#app/admin/admin-frame.tsx";
import { requireAdmin } from "#app/account/guard.server.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const { locale, texts } = await textsOf(args);
  const { meta, ...text } = texts.messages;
  return { meta: metaOf(args, meta), locale, text, nav: texts.admin.nav };
}

export const meta = pageMeta;

export default function AdminMessagesPage({ loaderData: { text, nav, locale } }: Route.ComponentProps) {
  return (
    <AdminPage heading={text.heading} text={nav} locale={locale}>
      <p />
    </AdminPage>
  );
}
