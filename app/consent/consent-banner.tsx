import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { Button, quietButton } from "#app/ui/button.tsx";
import { categories } from "#backend/consent-choice.ts";

const choice = "flex-1 px-2! text-sm leading-4.5 max-sm:py-1";

/**
 * In every page; consent-banner.css shows it when <html> says that there is no choice yet, which is known before the first paint. It is a
 * plain form; consent.inline.ts spares the reload, and opens it again from the links to #cookies.
 */
export function ConsentBanner({ text, locale }: { text: Content["consent"]; locale: Locale }) {
  return (
    <section id="cookies" tabIndex={-1} aria-label={text.heading} className="consent print:hidden">
      <form method="post" action="/consent" className="page grid gap-x-8 gap-y-2 py-3 lg:grid-cols-[1fr_auto] lg:items-center">
        <p className="text-sm leading-5">
          {text.text} <Link to={localePath(locale, "/legal/politica-cookies")}>{text.policy}</Link>
        </p>
        {/* Three choices side by side; the third makes room for itself below the others. */}
        <div className="flex flex-wrap gap-2 lg:w-140 lg:has-open:col-span-full lg:has-open:w-auto">
          <Button look="quiet" name="choice" value="all" className={choice}>
            {text.accept}
          </Button>
          <Button look="quiet" name="choice" value="none" className={choice}>
            {text.reject}
          </Button>
          <details className="grow basis-4.5 open:basis-full">
            <summary className={`${quietButton} ${choice} w-full list-none`}>{text.choose}</summary>
            <fieldset className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
              <legend className="sr-only">{text.legend}</legend>
              {categories.map((category) =>
                category === "unclassified" ? (
                  <div key={category} className="pl-8 text-sm">
                    <p className="font-semibold">{text.categories[category].name}</p>
                    <p>{text.categories[category].text}</p>
                  </div>
                ) : (
                  <div key={category} className="flex gap-3">
                    <input
                      type="checkbox"
                      id={`consent-${category}`}
                      name={category}
                      aria-describedby={`consent-${category}-text`}
                      className="mt-1 size-5 shrink-0 accent-tide"
                      {...(category === "necessary" && { defaultChecked: true, disabled: true })}
                    />
                    <div className="text-sm">
                      <label htmlFor={`consent-${category}`} className="font-semibold">
                        {text.categories[category].name}
                      </label>
                      <p id={`consent-${category}-text`}>{text.categories[category].text}</p>
                    </div>
                  </div>
                ),
              )}
            </fieldset>
            <Button look="quiet" name="choice" value="some" className="mt-3">
              {text.save}
            </Button>
          </details>
        </div>
      </form>
    </section>
  );
}
