import type { Content } from "#content/en/index.ts";

/** Three statements, each with the figure that backs it. */
export function Benefits({ text }: { text: Content["home"]["benefits"] }) {
  return (
    <section id="about" aria-labelledby="about-heading" className="mx-auto max-w-7xl px-5 pt-16 pb-24 lg:pt-24">
      <h2 id="about-heading" className="max-w-[10.1em] text-heading">
        {text.heading}
      </h2>
      <ul className="mt-12 grid items-start gap-12 lg:grid-cols-3 lg:gap-8">
        {Object.values(text.items).map((item) => (
          <li key={item.heading} className="border-l-4 border-toxo pl-5 lg:nth-2:mt-16 lg:nth-3:mt-32">
            <h3 className="font-sans text-base font-semibold tracking-normal text-muted">{item.heading}</h3>
            <p className="mt-2 font-display text-figure font-extrabold tabular-nums">{item.figure}</p>
            <p className="mt-3 max-w-[34ch] text-muted">{item.text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-16 max-w-[46ch] text-lead">{text.about}</p>
    </section>
  );
}
