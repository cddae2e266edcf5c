import type { Route } from "./+types/legal";
import { siteContext } from "#app/context.ts";
import { longDate, fill } from "#content/format.ts";
import { withoutLocale } from "#content/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { legalDocument } from "#app/legal/document.server.ts";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { breadcrumbsLd } from "#app/seo/json-ld.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export const handle: PageHandle = { sleeps: true };

/** The four legal documents: the address names the Markdown file. */
export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const path = withoutLocale(args.pattern);
  const { title, description, version, date, html, contents } = await legalDocument(locale, path.split("/").at(-1)!, args.context);
  const meta = { title, description, keywords: texts.legal.keywords, socialTitle: title, socialDescription: description };
  return {
    meta: metaOf(args, meta, breadcrumbsLd(locale, args.context.get(siteContext).siteUrl, path, title)),
    title,
    version: fill(texts.legal.version, { version, date: longDate(locale, date) }),
    html,
    contents,
    contentsLabel: texts.legal.contents,
  };
}

export const meta = pageMeta;

export default function LegalPage({ loaderData: { title, version, html, contents, contentsLabel } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-3xl px-5 py-16">
      <h1 className="text-heading">{title}</h1>
      <p className="mt-2 text-muted">{version}</p>
      <nav aria-label={contentsLabel} className="mt-8 border-l-4 border-toxo pl-5 print:hidden">
        <ol className="list-inside list-decimal">
          {contents.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose mt-10" dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  );
}
