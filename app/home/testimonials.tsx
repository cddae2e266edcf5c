import type { Content } from "#content/en/index.ts";

type Text = Content["home"]["testimonials"];

/** Quotes of different lengths, set in columns like a newspaper page. */
export function Testimonials({ text, quotes }: { text: Omit<Text, "items">; quotes: Text["items"][keyof Text["items"]][] }) {
  return (
    <section aria-labelledby="testimonials-heading" className="mx-auto max-w-7xl px-5 py-24 lg:py-32">
      <h2 id="testimonials-heading" className="text-heading">
        {text.heading}
      </h2>
      {quotes.some((quote) => quote.sample) && <p className="mt-3 text-sm text-muted">{text.sampleNote}</p>}
      <div className="mt-12 gap-12 sm:columns-2 lg:columns-3">
        {quotes.map(({ quote, name, role, sample }) => (
          <figure key={name} className="mb-12 break-inside-avoid">
            <blockquote className={`font-display font-medium ${quote.length < 80 ? "text-[1.75rem] leading-tight" : "text-lead"}`}>
              <p className="quote">{quote}</p>
            </blockquote>
            <figcaption className="mt-3 text-sm text-muted">
              <span className="font-semibold text-ink">{name}</span>, {role}{" "}
              {sample && <span className="ml-1 inline-block rounded-full border border-line px-2 text-xs">{text.sample}</span>}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
