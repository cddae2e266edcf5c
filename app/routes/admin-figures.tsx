import { Link } from "react-router";
import type { Route } from "./+types/admin-figures";
import { requireAdmin } from "#app/account/guard.server.ts";
import { backendContext } from "#app/context.ts";
import { Chart } from "#app/figures/chart.tsx";
import { figuresShown } from "#app/figures/figures-shown.server.ts";
import { ShareTable } from "#app/figures/share-table.tsx";
import { StepTable } from "#app/figures/step-table.tsx";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { AdminPage } from "#app/shell/admin-frame.tsx";
import { readFigures, spans, type Side } from "#backend/figures.ts";
import { fill } from "#content/format.ts";
import { localePath } from "#content/locales.ts";

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const { locale, texts } = await textsOf(args);
  const { meta, ...text } = texts.figures;
  const span = spans.find((days) => String(days) === args.url.searchParams.get("days")) ?? 30;
  const figures = await readFigures(args.context.get(backendContext).queries, span);
  return {
    meta: metaOf(args, meta),
    locale,
    text,
    nav: texts.admin.nav,
    span,
    spans: spans.map((days) => ({ days, name: days === 365 ? text.spans.year : fill(text.spans.days, { n: days }) })),
    isByWeek: figures.isByWeek,
    hasViews: figures.views > 0,
    isEmpty: figures.views + figures.requests === 0,
    ...figuresShown(figures, locale, texts.figures),
  };
}

export const meta = pageMeta;

export default function AdminFiguresPage({ loaderData }: Route.ComponentProps) {
  const { text, nav, locale, span, charts, tables, steps, isByWeek, hasViews, isEmpty } = loaderData;
  const stepByStep = isByWeek ? text.steps.byWeek : text.steps.byDay;
  return (
    <AdminPage heading={text.heading} tabs={<Spans {...loaderData} />} text={nav} locale={locale}>
      {isEmpty ? (
        <p role="status" className="mt-6 max-w-prose">
          {text.none}
        </p>
      ) : (
        <div key={span} className="mt-6 grid gap-10">
          <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
            <Chart chart={charts.views} heading={text.views} label={`${text.views}: ${stepByStep}`} />
            <Chart chart={charts.requests} heading={text.requests} hint={text.requestsHint} label={`${text.requests}: ${stepByStep}`} />
          </div>
          <StepTable {...{ steps, isByWeek, text }} name={stepByStep} />
          {hasViews && (
            <div className="grid gap-x-16 gap-y-10 lg:grid-cols-3">
              {(Object.keys(tables) as Side[]).map((side) => (
                <ShareTable key={side} rows={tables[side]} {...text.by[side]} text={text} />
              ))}
            </div>
          )}
        </div>
      )}
      <p className="mt-8 max-w-prose text-sm text-muted">{text.how}</p>
    </AdminPage>
  );
}

/** How far back the figures go. */
function Spans({ text, locale, span, spans: choices }: Pick<Route.ComponentProps["loaderData"], "text" | "locale" | "span" | "spans">) {
  return (
    <nav aria-label={text.spans.label} className="max-w-full">
      <ul className="flex gap-x-5 overflow-x-auto text-sm whitespace-nowrap">
        {choices.map(({ days, name }) => (
          <li key={days} className="shrink-0">
            <Link
              to={localePath(locale, `/admin/figures?days=${days}`)}
              aria-current={days === span ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink hover:text-tide aria-[current]:border-tide aria-[current]:font-semibold"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
