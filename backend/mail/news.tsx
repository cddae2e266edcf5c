import type { RequestRow } from "#backend/database/schema.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { Letter, Paragraph, SmallPrint } from "./letter.tsx";

/** Tells the sender what has become of their request, in the agency's own words. */
export function News({ request, text, texts }: { request: RequestRow; text: string; texts: Content }) {
  const words = texts.mail.news;
  const reference = referenceOf(request);
  return (
    <Letter locale={request.locale} preview={fill(words.preview, { reference })}>
      {text.split(/\n{2,}/).map((paragraph, number) => (
        // They never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Paragraph key={number}>
          <span style={{ whiteSpace: "pre-wrap" }}>{paragraph}</span>
        </Paragraph>
      ))}
      <SmallPrint>{fill(words.why, { name: agency.name, reference })}</SmallPrint>
    </Letter>
  );
}
