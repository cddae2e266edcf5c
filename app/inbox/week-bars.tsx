import type { Content } from "#content/en/index.ts";

/** A number of a week, and how the language writes it. */
type Amount = { value: number; written: string };
type Week = { monday: string; requests: Amount; views: Amount };
type Props = { weeks: Week[]; heading: string; text: Content["messages"]["weeks"]; thisWeek: { requests: string; views: string } };

/** What came in, week by week. The bars are for the eye; the same is in a table for who hears the page. */
export function WeekBars({ weeks, heading, text, thisWeek }: Props) {
  return (
    <section aria-labelledby="weeks-heading">
      <h2 id="weeks-heading" className="text-title">
        {heading}
      </h2>
      <div className="mt-4 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        <Bars
          values={weeks.map(({ requests }) => requests.value)}
          name={text.requests}
          hint={text.requestsHint}
          latest={thisWeek.requests}
        />
        <Bars values={weeks.map(({ views }) => views.value)} name={text.views} latest={thisWeek.views} />
      </div>
      <div className="sr-only">
        <table>
          <caption>{heading}</caption>
          <thead>
            <tr>
              <th scope="col">{text.week}</th>
              <th scope="col">{text.requests}</th>
              <th scope="col">{text.views}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ monday, requests, views }) => (
              <tr key={monday}>
                <th scope="row">{monday}</th>
                <td>{requests.written}</td>
                <td>{views.written}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const height = 64;
const step = 20;

function Bars({ values, name, hint, latest }: { values: number[]; name: string; hint?: string; latest: string }) {
  const highest = Math.max(1, ...values);
  const width = values.length * step;
  return (
    <figure aria-hidden>
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="font-medium">
          {name}
          {hint && <span className="text-sm font-normal text-muted"> ({hint})</span>}
        </span>
        <span className="text-sm text-muted tabular-nums">{latest}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height + 2}`} className="mt-3 w-full">
        {values.map((value, week) => (
          <rect
            // The place of a bar is what it stands for.
            // oxlint-disable-next-line react/no-array-index-key
            key={week}
            data-value={value}
            x={week * step + 2}
            y={height - (value / highest) * height}
            width={step - 4}
            height={(value / highest) * height}
            className={week === values.length - 1 ? "fill-toxo" : "fill-tide"}
          />
        ))}
        <path d={`M0 ${height + 1}H${width}`} className="stroke-muted" />
      </svg>
    </figure>
  );
}
