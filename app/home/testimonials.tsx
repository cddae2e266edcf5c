import type { Content } from "#content/en/index.ts";

type Text = Content["home"]["testimonials"];
type Quote = Text["items"][keyof Text["items"]];

/** Dusk. In the glass front of a house as many windows are lit as there are people who speak. */
export function Testimonials({ text, quotes }: { text: Omit<Text, "items">; quotes: Quote[] }) {
  return (
    <section aria-labelledby="testimonials-heading" className="dusk">
      <Galeria lit={quotes.length} />
      <div className="page py-section pt-edge">
        <h2 id="testimonials-heading" className="text-section">
          {text.heading}
        </h2>
        {quotes.some((quote) => quote.sample) && <p className="mt-3 text-sm text-muted">{text.sampleNote}</p>}
        <div className="quotes mt-heading" data-quotes={quotes.length}>
          {quotes.map(({ quote, name, role, sample }) => (
            <figure key={name}>
              <blockquote>
                <p className="quote">{quote}</p>
              </blockquote>
              <figcaption className="mt-3 text-sm text-muted">
                <span className="font-semibold text-ink">{name}</span>, {role} {sample && <span className="tag">{text.sample}</span>}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}

const panes = 24;
/** In which order its windows are lit, so that few of them stand far from each other. */
const order = [9, 18, 4, 14, 1, 23, 11, 20, 6, 16, 2, 13, 8, 21, 0, 10, 5, 19, 15, 3, 22, 12, 7, 17];

/** The glass front of A Coruña. */
function Galeria({ lit }: { lit: number }) {
  const bright = new Set(order.slice(0, lit));
  return (
    <div className="galeria" aria-hidden>
      {Array.from({ length: panes }, (_, pane) => (
        <span key={pane} data-lit={bright.has(pane) ? "" : undefined} />
      ))}
    </div>
  );
}
