import type { Figures, Share, Side } from "#backend/figures.ts";
import type { Content } from "#content/en/index.ts";
import { fill, percent, shortDay, wholeNumber } from "#content/format.ts";
import { languageNames, localePath, type Locale } from "#content/locales.ts";

/** The figures as they are read: days and numbers in the words of the language. */
export function figuresShown(figures: Figures, locale: Locale, text: Content["figures"]) {
  const number = (n: number) => wholeNumber(locale, n);
  const day = (from: string) => shortDay(locale, from, figures.isByWeek ? "year" : "weekday");
  return {
    charts: {
      views: chartOf("views"),
      requests: chartOf("requests"),
    },
    steps: figures.steps
      .map(({ from, views, requests }) => ({ from, day: day(from), views: number(views), requests: number(requests) }))
      .toReversed(),
    tables: {
      path: tableOf("path", (name) => ({ name, href: localePath(locale, name) })),
      locale: tableOf("locale", (name) => ({ name: languageNames[name as Locale] ?? name })),
      referrer: tableOf("referrer", (name) => ({ name: name || text.direct })),
    },
  };

  function chartOf(what: "views" | "requests") {
    const top = topOf(figures.steps.map((step) => step[what]));
    const say = figures.isByWeek ? text.step.week : text.step.day;
    return {
      total: number(figures[what]),
      before: fill(text.before, { n: number(figures.before[what]) }),
      /** None when there is nothing to draw. */
      bars: figures[what] > 0 && {
        values: figures.steps.map((step) => ({
          from: step.from,
          part: step[what] / top,
          says: fill(say, { day: day(step.from), n: number(step[what]) }),
        })),
        scale: [top, top / 2, 0].map(number),
        ends: [figures.steps[0]!, figures.steps.at(-1)!].map(({ from }) => day(from)),
      },
    };
  }

  function tableOf(side: Side, named: (name: string) => { name: string; href?: string }) {
    const { shares, others } = figures.by[side];
    const part = (views: number) => percent(locale, Math.round((views / figures.views) * 100));
    const rows = shares.map(({ name, views, steps }: Share) => ({
      ...named(name),
      views: number(views),
      part: part(views),
      line: lineOf(steps),
    }));
    return others > 0
      ? [...rows, { name: text.others, views: number(others), part: part(others), line: undefined, href: undefined }]
      : rows;
  }
}

/** The end of a scale: a number that is easily read, and so is its half. */
function topOf(values: number[]): number {
  const highest = Math.max(2, ...values);
  const unit = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 4, 6, 8, 10].map((times) => times * unit).find((top) => top >= highest && top % 2 === 0)!;
}

/** The points of a small line in a field of 100 by 20. */
function lineOf(steps: number[]): string {
  const highest = Math.max(...steps);
  return steps.map((value, n) => `${((n / (steps.length - 1)) * 100).toFixed(1)},${(19 - (value / highest) * 18).toFixed(1)}`).join(" ");
}

export type ChartShown = ReturnType<typeof figuresShown>["charts"]["views"];
export type TableShown = ReturnType<typeof figuresShown>["tables"]["path"];
