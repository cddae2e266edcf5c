import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import type { LogShown } from "./people-shown.server.ts";

type Props = { text: Omit<Content["people"], "meta">; locale: Locale; log: LogShown; isOfAll?: true };

/** Who did what, the newest first; of everyone, also to whom. */
export function PeopleLog({ text, locale, log, isOfAll }: Props) {
  return (
    <div className={isOfAll ? "mt-3 grid gap-4" : "mt-2"}>
      {log.length === 0 ? (
        <p className="text-muted">{text.log.empty}</p>
      ) : (
        <ol className="max-w-4xl border-t border-line">
          {log.map((entry) => (
            <li key={entry.id} className="grid gap-x-6 border-b border-line py-2 text-sm wrap-anywhere sm:grid-cols-[15rem_1fr]">
              <time dateTime={entry.time} className="text-muted">
                {entry.when}
              </time>
              <p>
                <strong className="font-semibold">{entry.action}</strong>
                {entry.details && <> · {entry.details}</>}
                {entry.outcome && <strong className={entry.isBad ? "text-alert" : "text-muted"}> · {entry.outcome}</strong>}
                {isOfAll && (
                  <span className="block">
                    {entry.person.id ? (
                      <Link to={localePath(locale, `/admin/profiles?person=${entry.person.id}`)}>{entry.person.email}</Link>
                    ) : (
                      entry.person.email
                    )}
                  </span>
                )}
                <span className="block text-muted">{entry.actor}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
      {isOfAll && (
        <p>
          <Link to={localePath(locale, "/admin/profiles")}>{text.back}</Link>
        </p>
      )}
    </div>
  );
}
