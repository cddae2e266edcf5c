import type { Content } from "#content/en/index.ts";

export function Process({ text }: { text: Content["home"]["process"] }) {
  return (
    <section id="process" aria-labelledby="process-heading" className="border-y border-line bg-shade">
      <div className="mx-auto max-w-7xl px-5 py-20">
        <h2 id="process-heading" className="text-heading">
          {text.heading}
        </h2>
        <ol className="mt-8 grid max-w-3xl gap-8">
          {Object.entries(text.steps).map(([name, step], index) => (
            <li key={name} className="grid grid-cols-[3rem_1fr]">
              <span aria-hidden className="text-2xl font-bold text-tide tabular-nums">
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl">{step.heading}</h3>
                <p className="text-muted">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
