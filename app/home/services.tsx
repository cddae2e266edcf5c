import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { Drawing, type DrawingName } from "./drawing.tsx";
import { Flag } from "./flag.tsx";

type Text = Content["home"]["services"];

/** Back on land. What businesses need comes first, drawn large; what teams of developers need is a list under signal flags. */
export function Services({ text }: { text: Text }) {
  const { business, frontend } = text;
  return (
    <section id="services" aria-labelledby="services-heading" className="pb-section">
      <Seabed />
      <div className="page pt-edge">
        <div className="columns gap-y-4">
          <h2 id="services-heading" className="text-section lg:col-span-6">
            {text.heading}
          </h2>
          <p className="max-w-[52ch] text-lead text-muted lg:col-span-6 lg:self-end">{text.lead}</p>
        </div>
        <h3 className="mt-heading text-title">{business.heading}</h3>
        <dl className="mt-4 grid gap-x-gap border-t-2 border-ink md:grid-cols-2">
          {Object.entries(business.items).map(([name, item]) => (
            <div key={name} className="grid min-h-22 grid-cols-[3rem_1fr] content-start gap-x-5 border-b border-line py-5">
              <Drawing name={name as DrawingName} className="row-span-2 size-12" />
              <dt className="font-display text-lead font-bold">{item.name}</dt>
              <dd className="max-w-[46ch] text-muted">{item.text}</dd>
            </div>
          ))}
        </dl>
        <h3 className="mt-16 text-title">{frontend.heading}</h3>
        <details className="fold fold-narrow mt-4">
          <summary className="border-y border-granite">{fill(text.show, { count: Object.keys(frontend.items).length })}</summary>
          <dl className="grid gap-x-gap lg:grid-cols-3 lg:border-t-2 lg:border-ink">
            {Object.entries(frontend.items).map(([name, item]) => (
              <div key={name} className="flex min-h-14 gap-3 border-b border-line py-3">
                <Flag name={name as keyof typeof frontend.items} />
                <div>
                  <dt className="font-semibold">{item.name}</dt>
                  <dd className="text-[0.9375rem] leading-normal text-muted">{item.text}</dd>
                </div>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </section>
  );
}

/** The ground of the sea, where it becomes this page again. */
function Seabed() {
  return (
    <svg viewBox="0 0 1440 130" preserveAspectRatio="xMaxYMax slice" className="seabed" aria-hidden>
      <path
        d="M150 126V96c0-30 22-44 50-44s56 16 56 44v30zM1120 126V92c0-40 34-62 76-62s84 24 84 62v34zM660 126v-18c0-18 14-28 34-28s38 10 38 28v18z"
        className="fill-stone-dark"
      />
      <path
        d="M236 126v-22c0-22 20-34 44-34s46 12 46 34v22zM1262 126v-22c0-26 22-40 48-40s50 14 50 40v22zM1080 126v-22c0-18 14-26 32-26s36 8 36 26v22z"
        className="fill-stone"
      />
      <path d="M0 130v-40c180-30 330 26 560 14s330-40 520-14 260 10 360-16v56z" className="fill-foam" />
      <path d="M610 96l5-9 5 9 10 1-8 7 3 10-10-5-9 5 2-10-8-7z" className="fill-toxo" />
    </svg>
  );
}
