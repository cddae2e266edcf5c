import type { Content } from "#content/en/index.ts";
import type { Voice } from "#content/voices.ts";
import { Portrait } from "#app/ui/portrait.tsx";

type Text = Omit<Content["home"]["testimonials"], "samples">;

/** Dusk. In the glass front of a house as many windows are lit as there are people who speak. */
export function Testimonials({ text, voices }: { text: Text; voices: Voice[] }) {
  return (
    <section aria-labelledby="testimonials-heading" className="dusk">
      <Galeria lit={voices.length} />
      <div className="page py-edge">
        <h2 id="testimonials-heading" className="text-section">
          {text.heading}
        </h2>
        {voices.some(({ sample }) => sample) && <p className="mt-3 text-sm text-muted">{text.sampleNote}</p>}
        <div className="quotes mt-heading" data-quotes={voices.length}>
          {voices.map(({ name, trade, town, text: words, portrait, sample }) => (
            <figure key={name}>
              <blockquote>
                <p className="quote">{words}</p>
              </blockquote>
              <figcaption className="mt-4 flex items-center gap-4 text-sm text-muted">
                <Portrait picture={portrait} />
                <span>
                  <span className="font-semibold text-ink">{name}</span> {sample && <span className="tag">{text.sample}</span>}
                  <br />
                  {trade}, {town}
                </span>
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
