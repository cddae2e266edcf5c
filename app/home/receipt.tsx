import type { ReactNode } from "react";
import type { Content } from "#content/en/index.ts";
import { offer, vatPercent } from "#content/agency.ts";
import { euros, fill } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { quote, type Choice, type Sum } from "#content/quote.ts";
import { Button } from "#app/ui/button.tsx";
import { ChosenStrips } from "./landing-page.tsx";

type Props = { text: Content["offer"]; locale: Locale; choice: Choice; speaks: boolean };

/** What is paid once and what recurs, as a till would print it. It stays in sight beside the form where there is room. */
export function Receipt({ text, locale, choice, speaks }: Props) {
  const words = text.receipt;
  const prices = { ...offer, vatPercent };
  const { once, month, year, firstYear } = quote(choice, prices);
  const maintenance = quote({ ...choice, report: false }, prices).month;
  const report = quote({ ...choice, maintenance: "none" }, prices).month;
  const recurs = month.net + year.net > 0;

  const spoken = Object.entries({ once, month, year, firstYear: recurs ? firstYear : { net: 0, gross: 0 } })
    .filter(([, { net }]) => net > 0)
    .map(([name, sum]) => `${words[name as "once"]}: ${fill(words.sum, { net: euros(locale, sum.net), gross: euros(locale, sum.gross) })}`);

  return (
    <div id="receipt" tabIndex={-1} className="receipt lg:sticky lg:top-24 lg:col-[8/-1] lg:self-start">
      <h4 className="font-display text-title font-bold">{words.heading}</h4>
      <ol className="mt-4" aria-label={text.calculator.sections.legend}>
        <ChosenStrips text={text} chosen={choice.sections} />
      </ol>
      <div className="bill mt-4">
        <p aria-hidden className="bill-line text-sm text-muted">
          <span />
          <span>{words.net}</span>
          <span>{words.gross}</span>
        </p>
        <Group label={words.once}>
          <Line label={words.landing} sum={once} {...{ words, locale }} />
          <div className="bill-line">
            <dt>{words.firstReport}</dt>
            <dd className="col-span-2">{words.free}</dd>
          </div>
        </Group>
        {month.net > 0 && (
          <Group label={words.month}>
            {maintenance.net > 0 && <Line label={words.maintenance} sum={maintenance} {...{ words, locale }} />}
            {report.net > 0 && <Line label={words.report} sum={report} {...{ words, locale }} />}
            {maintenance.net > 0 && report.net > 0 && <Line label={words.monthTotal} sum={month} {...{ words, locale }} />}
          </Group>
        )}
        {year.net > 0 && (
          <Group label={words.year}>
            <Line label={words.yearly} sum={year} {...{ words, locale }} />
          </Group>
        )}
        {recurs && (
          <dl className="mt-3 border-t-2 border-ink pt-2 font-semibold">
            <Line label={words.firstYear} sum={firstYear} {...{ words, locale }} />
          </dl>
        )}
      </div>
      <p role="status" className="sr-only">
        {speaks && `${spoken.join(". ")}.`}
      </p>
      <Button
        formAction={localePath(locale, "/contact")}
        name="mode"
        value="requestOffer"
        className="mt-6 w-full"
        data-track="request-this-offer"
        data-track-section="offer"
      >
        {words.ask}
      </Button>
      <p className="mt-3 text-sm text-muted">{words.note}</p>
    </div>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <h5 className="mt-3 font-semibold">{label}</h5>
      <dl>{children}</dl>
    </>
  );
}

type LineProps = { label: string; sum: Sum; words: Content["offer"]["receipt"]; locale: Locale };

function Line({ label, sum, words, locale }: LineProps) {
  return (
    <div className="bill-line">
      <dt>{label}</dt>
      {(["net", "gross"] as const).map((kind) => (
        <dd key={kind}>
          {euros(locale, sum[kind])}
          <span className="sr-only"> {words[kind]}</span>
        </dd>
      ))}
    </div>
  );
}
