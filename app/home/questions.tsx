import type { Content } from "#content/en/index.ts";

/** What people ask before they pay. It belongs to the offer, so it is no section of its own. */
export function Questions({ text }: { text: Content["questions"] }) {
  return (
    <div id="questions" className="page columns gap-y-heading pt-section pb-edge">
      <h2 className="max-w-[12em] text-section lg:sticky lg:top-24 lg:col-span-4 lg:self-start">{text.heading}</h2>
      <div className="border-t-2 border-ink lg:col-span-8">
        {Object.entries(text.items).map(([name, { question, answer }]) => (
          <details key={name} className="fold border-b border-line">
            <summary>{question}</summary>
            <p className="max-w-[65ch] pt-2 pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
