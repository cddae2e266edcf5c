import type { Content } from "#content/en/index.ts";
import { Drawing, type DrawingName } from "./drawing.tsx";

/** A chart: the course from the quay to the mooring, with a mark for each step. The last one need not be sailed. */
export function Process({ text }: { text: Content["home"]["process"] }) {
  return (
    <section id="process" aria-labelledby="process-heading" className="chart">
      <div className="page">
        <h2 id="process-heading" className="text-section">
          {text.heading}
        </h2>
        <p className="mt-4 text-lead text-muted">{text.lead}</p>
        <div className="course mt-heading">
          <svg viewBox="0 0 100 600" preserveAspectRatio="none" className="route" aria-hidden>
            <path d="M28 50C28 100 72 100 72 150S28 200 28 250 72 300 72 350 28 400 28 450 72 500 72 550" />
          </svg>
          <Drawing name="boat" className="sailing" />
          <ol>
            {Object.entries(text.steps).map(([name, step], index) => (
              <li key={name}>
                <Drawing name={name as DrawingName} className="chart-mark" />
                <div>
                  <h3 className="text-title">
                    <span aria-hidden className="mr-2 text-granite tabular-nums">
                      {index + 1}
                    </span>
                    {step.heading}
                    {name === "support" && <span className="tag">{text.optional}</span>}
                  </h3>
                  <p className="mt-2 max-w-[56ch] text-muted lg:max-w-[38ch]">{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
