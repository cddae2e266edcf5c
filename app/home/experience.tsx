import type { Content } from "#content/en/index.ts";

/** One large sentence on the dark ground of the deep sea. */
export function Experience({ text }: { text: Content["home"]["experience"] }) {
  return (
    <section aria-labelledby="experience-heading" className="night wave-top bg-deep text-ink">
      <div className="mx-auto grid max-w-7xl gap-8 px-5 pt-16 pb-24 lg:grid-cols-12 lg:pt-20 lg:pb-32">
        <h2 id="experience-heading" className="text-statement lg:col-span-9">
          {text.heading}
        </h2>
        <p className="max-w-[48ch] text-muted lg:col-span-6 lg:col-start-7">{text.text}</p>
      </div>
    </section>
  );
}
