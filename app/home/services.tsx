import type { Content } from "#content/en/index.ts";

export function Services({ text }: { text: Content["home"]["services"] }) {
  return (
    <section id="services" aria-labelledby="services-heading" className="mx-auto max-w-7xl px-5 py-20">
      <h2 id="services-heading" className="text-heading">
        {text.heading}
      </h2>
      <div className="mt-8 grid gap-10 md:grid-cols-2">
        {[text.frontend, text.business].map((part) => (
          <div key={part.heading} className="border-t-2 border-ink pt-4">
            <h3 className="text-xl">{part.heading}</h3>
            <p className="mt-2 max-w-prose text-muted">{part.text}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
