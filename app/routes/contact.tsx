import type { Route } from "./+types/contact";
import { offer } from "#content/agency.ts";
import { siteContext } from "#app/context.ts";
import { AgencyData } from "#app/contact/agency-data.tsx";
import { euros, fill } from "#app/i18n/format.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { breadcrumbsLd } from "#app/seo/json-ld.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { PageHeading } from "#app/ui/page-heading.tsx";

export const handle: PageHandle = { sleeps: true, variants: { mode: ["requestOffer"] } };

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { heading, lead, offer: offerText, data, meta } = texts.contact;
  const wantsOffer = args.url.searchParams.get("mode") === "requestOffer";
  const price = euros(locale, offer.price);
  return {
    meta: metaOf(args, meta, breadcrumbsLd(locale, args.context.get(siteContext).siteUrl, "/contact", meta.title)),
    heading: wantsOffer ? fill(offerText.heading, { price }) : heading,
    lead: wantsOffer ? offerText.lead : lead,
    data,
  };
}

export const meta = pageMeta;

export default function ContactPage({ loaderData: { heading, lead, data } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-3xl px-5 py-16">
      <PageHeading heading={heading} lead={lead} />
      <AgencyData text={data} />
    </main>
  );
}
