import type { Content } from "#content/en/index.ts";

/** One large sentence on the dark ground of the deep sea. */
export function Experience({ text }: { text: Content["home"]["experience"] }) {
  return (
    <section aria-labelledby="experience-heading" className="later statement night wave-top">
      <div>
        <h2 id="experience-heading">{text.heading}</h2>
        <p>{text.text}</p>
      </div>
    </section>
  );
}
