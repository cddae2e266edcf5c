import type { Content } from "#content/en/index.ts";
import { fill, wholeNumber } from "#app/i18n/format.ts";
import type { Locale } from "#app/i18n/locales.ts";

type Week = { monday: string; requests: number; views: number };
type Text = Content["messages"]["weeks"];
type Props = { weeks: Week[]; heading: string; text: Text; locale: Locale };

/** What came in, week by week. The bars are for the eye; the same is in a table for who hears the page. */
export function WeekBars({ weeks, heading, text, locale }: Props) {
  return (
    <section aria-labelledby="weeks-heading">
      <h2 id="weeks-heading" className="text-title">
        {heading}
      </h2>
      <div className="mt-4 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        <Bars values={weeks.map(({ requests }) => requests)} name={text.requests} hint={text.requestsHint} text={text} locale={locale} />
        <Bars values={weeks.map(({ views }) => views)} name={text.views} text={text} locale={locale} />
      </div>
      <table className="sr-only">
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
              <td>{wholeNumber(locale, requests)}</td>
              <td>{wholeNumber(locale, views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const height = 64;
const step = 20;

type BarsProps = { values: number[]; name: string; hint?: string; text: Text; locale: Locale };

function Bars({ values, name, hint, text, locale }: BarsProps) {
  const highest = Math.max(1, ...values);
  const width = values.length * step;
  return (
    <figure aria-hidden>
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="font-medium">
          {name}
          {hint && <span className="text-sm font-normal text-muted"> ({hint})</span>}
        </span>
        <span className="text-sm text-muted tabular-nums">{fill(text.now, { n: wholeNumber(locale, values.at(-1) ?? 0) })}</span>
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
