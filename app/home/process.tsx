import type { Content } from "#content/en/index.ts";

/** Six steps along a line that runs down the page, like buoys along a channel. */
export function Process({ text }: { text: Content["home"]["process"] }) {
  return (
    <section id="process" aria-labelledby="process-heading" className="mx-auto max-w-7xl px-5 py-24 lg:py-32">
      <h2 id="process-heading" className="text-heading lg:text-center">
        {text.heading}
      </h2>
      <p className="mt-4 text-lead text-muted lg:text-center">{text.lead}</p>
      <ol className="channel mt-16">
        {Object.entries(text.steps).map(([name, step], index) => (
          <li key={name} className="reveal relative">
            <span aria-hidden className="buoy font-display">
              {index + 1}
            </span>
            <h3 className="text-title">{step.heading}</h3>
            <p className="mt-2 max-w-[38ch] text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
