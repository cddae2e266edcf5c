import { useLocation } from "react-router";
import { languageNames, languageTags, locales, type Locale } from "#content/locales.ts";

const short = {
  list: "flex gap-1",
  link: "inline-flex size-11 items-center justify-center rounded-full text-sm font-semibold text-muted uppercase hover:text-tide aria-[current]:border-2 aria-[current]:border-ink aria-[current]:text-ink",
};

/**
 * Links to the endpoint that remembers the language and comes back to the same page in it (server/endpoints/language.ts).
 * The query comes from the Referer, so that a page kept for everyone need not know it; the inline script adds the anchor.
 */
export function LanguageSwitch({ label, locale, names = "short" }: { label: string; locale: Locale; names?: "short" | "whole" }) {
  const { pathname } = useLocation();
  const look = names === "short" ? short : undefined;
  return (
    <nav aria-label={label}>
      <ul className={look?.list}>
        {locales.map((other) => (
          <li key={other}>
            <a
              href={`/language/${other}?to=${encodeURIComponent(pathname)}`}
              data-language={other}
              lang={languageTags[other]}
              hrefLang={languageTags[other]}
              rel="nofollow"
              aria-current={other === locale ? "true" : undefined}
              className={look?.link}
            >
              {look ? (
                <>
                  {other}
                  <span className="sr-only normal-case"> {languageNames[other]}</span>
                </>
              ) : (
                languageNames[other]
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
