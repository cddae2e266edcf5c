import type { Content } from "#content/en/index.ts";
import type { figuresShown } from "./figures-shown.server.ts";

type Props = { steps: ReturnType<typeof figuresShown>["steps"]; isByWeek: boolean; name: string; text: Omit<Content["figures"], "meta"> };

/** The numbers of the charts, the newest first. */
export function StepTable({ steps, isByWeek, name, text }: Props) {
  const head = "border-b border-ink/40 py-2 text-sm font-semibold";
  const cell = "border-b border-line py-1.5";
  return (
    <details className="border-t border-line">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-tide">{name}</summary>
      <table className="w-full max-w-xl border-collapse tabular-nums">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              {isByWeek ? text.steps.week : text.steps.day}
            </th>
            <th scope="col" className={`${head} pl-4 text-right`}>
              {text.views}
            </th>
            <th scope="col" className={`${head} pl-4 text-right`}>
              {text.requests}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ from, day, views, requests }) => (
            <tr key={from}>
              <th scope="row" className={`${cell} text-left font-normal`}>
                <time dateTime={from}>{day}</time>
              </th>
              <td className={`${cell} pl-4 text-right`}>{views}</td>
              <td className={`${cell} pl-4 text-right`}>{requests}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
