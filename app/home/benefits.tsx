import type { Content } from "#content/en/index.ts";
import { decimalPoint, fill } from "#content/format.ts";
import type { Locale } from "#content/locales.ts";
import { figureToCome } from "./proof.inline.ts";

/** Low tide in the morning: three statements, each with the figure that backs it. */
export function Benefits({ text, locale }: { text: Content["home"]["benefits"]; locale: Locale }) {
  return (
    <section id="about" aria-labelledby="about-heading" className="pt-edge">
      <div className="page">
        <h2 id="about-heading" className="max-w-[12em] text-section">
          {text.heading}
        </h2>
        <ul className="mt-heading grid gap-x-gap gap-y-10 lg:grid-cols-3 lg:gap-y-0">
          {Object.entries(text.items).map(([name, item]) => (
            <li key={name}>
              <h3 className="font-sans text-base font-semibold tracking-normal">{item.heading}</h3>
              <p className="figure">
                {item.figure} <span>{item.unit}</span>
              </p>
              <p className="max-w-[56ch] text-muted lg:max-w-[38ch]">{item.text}</p>
              {name === "fast" && <Proof text={text.proof} point={decimalPoint(locale)} />}
            </li>
          ))}
        </ul>
      </div>
      <div className="low-tide">
        <div className="page relative z-1">
          <p className="max-w-[40ch] text-lead">{text.about}</p>
        </div>
        <Shore />
      </div>
    </section>
  );
}

/**
 * A sentence that is true of everybody, in whose place proof.inline.ts puts one with the visitor's own figures. The sentence without them
 * keeps the room for it, so nothing moves.
 */
function Proof({ text, point }: { text: Content["home"]["benefits"]["proof"]; point: string }) {
  return (
    <p className="proof" data-point={point} suppressHydrationWarning>
      <span>{text.everybody}</span>
      <span aria-hidden>{fill(text.yours, { seconds: figureToCome, size: figureToCome })}</span>
      <span suppressHydrationWarning>{""}</span>
    </p>
  );
}

/** Two banks of sand, the steps of whoever walked out, and a dorna that waits for the water. */
function Shore() {
  return (
    <svg viewBox="0 0 1440 330" preserveAspectRatio="xMaxYMax slice" className="shore" aria-hidden>
      <path d="M0 230c240-60 420-10 700-34S1230 150 1440 176v154H0z" className="fill-sand" />
      <g transform="rotate(-7 1130 220)">
        <path d="M1158 200 1186 12" className="stroke-ink stroke-6 [stroke-linecap:round]" />
        <path d="M1092 74c60 6 130-16 176-52-30 60-104 86-176 52z" className="fill-toxo" />
        <path d="M1084 80c70 10 140-16 192-66" className="fill-none stroke-ink stroke-5 [stroke-linecap:round]" />
        <path d="M972 162c70 50 250 54 352-10-4 70-76 100-176 98-92-2-158-26-176-88z" className="fill-tide" />
        <path d="M972 162c70 50 250 54 352-10l-3 16c-100 58-276 58-343 10z" className="fill-ink" />
        <path d="M992 204c80 36 230 36 314-8" className="fill-none stroke-foam stroke-3" />
      </g>
      <path d="m1052 250 26-46" className="stroke-ink stroke-6 [stroke-linecap:round]" />
      <path d="M0 296c260-54 560-18 820-36s460-30 620-10v80H0z" className="fill-sand-dark" />
      <g className="footsteps">
        <path d="M60 322c210-34 480 8 870-44" />
        <path d="M60 308c210-34 480 8 870-44" strokeDashoffset="28" />
      </g>
    </svg>
  );
}
