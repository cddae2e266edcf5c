import type { Content } from "#content/en/index.ts";

/** Three statements, each with the figure that backs it. */
export function Benefits({ text }: { text: Content["home"]["benefits"] }) {
  return (
    <section id="about" aria-labelledby="about-heading" className="later about mx-auto max-w-7xl px-5 pb-24">
      <h2 id="about-heading" className="text-heading">
        {text.heading}
      </h2>
      <ul className="benefits">
        {Object.values(text.items).map((item) => (
          <li key={item.heading}>
            <h3 className="plain-heading text-muted">{item.heading}</h3>
            <p className="figure">{item.figure}</p>
            <p className="mt-3 text-muted">{item.text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-16 max-w-[46ch] text-lead">{text.about}</p>
    </section>
  );
}
