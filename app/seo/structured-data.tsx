import { useMatches } from "react-router";
import type { PageMeta } from "./page-meta.ts";

/** What search engines read of a page. At its end: the first screen need not wait for it. */
export function StructuredData() {
  const page = useMatches().at(-1)?.loaderData as { meta?: PageMeta } | undefined;
  const texts = page?.meta?.jsonLd?.map((one) => JSON.stringify(one).replaceAll("<", String.raw`\u003c`));
  return texts?.map((text) => <script key={text} type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />);
}
