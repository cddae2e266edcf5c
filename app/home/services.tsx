import type { Content } from "#content/en/index.ts";

type Text = Content["home"]["services"];

/** Two lists that read like a table: what it is called, what the customer gets. */
export function Services({ text }: { text: Text }) {
  return (
    <section id="services" aria-labelledby="services-heading" className="mx-auto max-w-7xl px-5 py-24 lg:py-32">
      <div className="grid gap-6 lg:grid-cols-12">
        <h2 id="services-heading" className="text-heading lg:col-span-5">
          {text.heading}
        </h2>
        <p className="max-w-[52ch] text-lead text-muted lg:col-span-7">{text.lead}</p>
      </div>
      <ServiceList text={text.business} />
      <ServiceList text={text.frontend} />
    </section>
  );
}

function ServiceList({ text }: { text: Text["frontend"] | Text["business"] }) {
  return (
    <div className="mt-16 grid gap-x-8 gap-y-4 lg:grid-cols-12">
      <h3 className="text-title lg:sticky lg:top-24 lg:col-span-3 lg:self-start">{text.heading}</h3>
      <dl className="border-t-2 border-ink lg:col-span-9">
        {Object.values(text.items).map(({ name, text: sentence }) => (
          <div key={name} className="flex flex-wrap gap-x-8 border-b border-line py-3.5">
            <dt className="basis-52 font-semibold">{name}</dt>
            <dd className="grow basis-72 text-muted">{sentence}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
