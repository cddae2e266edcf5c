import type { Route } from "./+types/confirm";
import { NoticePage } from "#app/account/notice-page.tsx";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { meta, ...text } = texts.confirm;
  return { meta: metaOf(args, meta), locale, text };
}

export const meta = pageMeta;

export default function ConfirmPage({ loaderData: { text, locale } }: Route.ComponentProps) {
  return <NoticePage text={text} to="/contact" locale={locale} />;
}
