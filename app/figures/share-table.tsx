import type { Content } from "#content/en/index.ts";
import type { TableShown } from "./figures-shown.server.ts";

type Props = { rows: TableShown; heading: string; column: string; text: Pick<Content["figures"], "views" | "times" | "share"> };

/** What the page views are made of, the most frequent first, each with its line over the period. */
export function ShareTable({ rows, heading, column, text }: Props) {
  const head = "border-b border-ink/40 py-2 text-sm font-semibold";
  const cell = "border-b border-line py-2";
  return (
    <section>
      <h2 className="text-title">{heading}</h2>
      <table className="mt-2 w-full border-collapse tabular-nums">
        <caption className="sr-only">
          {text.views}: {heading}
        </caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} w-full text-left`}>
              {column}
            </th>
            <td className={head} aria-hidden />
            <th scope="col" className={`${head} pl-4 text-right`}>
              {text.times}
            </th>
            <th scope="col" className={`${head} pl-4 text-right`}>
              {text.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, href, views, part, line }) => (
            <tr key={href ?? name}>
              <th scope="row" className={`${cell} text-left font-normal wrap-anywhere`}>
                {href ? <a href={href}>{name}</a> : name}
              </th>
              <td className={`${cell} pl-4`} aria-hidden>
                {line && (
                  <svg viewBox="0 0 100 20" preserveAspectRatio="none" className="h-5 w-12 sm:w-16 overflow-visible">
                    <polyline points={line} vectorEffect="non-scaling-stroke" className="fill-none stroke-tide stroke-2" />
                  </svg>
                )}
              </td>
              <td className={`${cell} pl-4 text-right`}>{views}</td>
              <td className={`${cell} pl-4 text-right text-muted`}>{part}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
