import type { Route } from "./+types/legal";
import { longDate, fill } from "#app/i18n/format.ts";
import { withoutLocale } from "#app/i18n/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { legalDocument } from "#app/legal/document.server.ts";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export const handle: PageHandle = { sleeps: true };

/** The four legal documents: the address names the Markdown file. */
export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const name = withoutLocale(args.url.pathname).split("/").at(-1)!;
  const { title, description, version, date, html } = await legalDocument(locale, name, args.context);
  return {
    meta: metaOf(args, { title, description, keywords: texts.legal.keywords, socialTitle: title, socialDescription: description }),
    title,
    version: fill(texts.legal.version, { version, date: longDate(locale, date) }),
    html,
  };
}

export const meta = pageMeta;

export default function LegalPage({ loaderData: { title, version, html } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-3xl px-5 py-16">
      <h1 className="text-heading">{title}</h1>
      <p className="mt-2 text-muted">{version}</p>
      <div className="prose mt-10" dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  );
}
