import type { Content } from "#content/en/index.ts";

type Text = Content["home"]["services"];

/** Two lists that read like a table: what it is called, what the customer gets. */
export function Services({ text }: { text: Text }) {
  return (
    <section id="services" aria-labelledby="services-heading" className="later mx-auto max-w-7xl px-5 py-24 lg:py-32">
      <div className="grid gap-6 lg:grid-cols-12">
        <h2 id="services-heading" className="text-heading lg:col-span-5">
          {text.heading}
        </h2>
        <p className="max-w-[52ch] text-lead text-muted lg:col-span-7">{text.lead}</p>
      </div>
      <ServiceList text={text.frontend} />
      <ServiceList text={text.business} />
    </section>
  );
}

function ServiceList({ text }: { text: Text["frontend"] | Text["business"] }) {
  return (
    <div className="service-list">
      <h3 className="text-title">{text.heading}</h3>
      <dl className="rows">
        {Object.values(text.items).map(({ name, text: sentence }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
