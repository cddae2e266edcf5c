import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { Button, quietButton } from "#app/ui/button.tsx";
import { categories } from "#backend/consent-choice.ts";

/**
 * In every page; consent-banner.css shows it when <html> says that there is no choice yet, which is known before the first paint. It is a
 * plain form; consent.inline.ts spares the reload, and opens it again from the links to #cookies.
 */
export function ConsentBanner({ text, locale }: { text: Content["consent"]; locale: Locale }) {
  return (
    <section id="cookies" tabIndex={-1} aria-labelledby="cookies-heading" className="consent print:hidden">
      <form
        method="post"
        action="/consent"
        className="mx-auto grid max-w-7xl gap-x-2 gap-y-3 px-5 py-4 sm:grid-cols-[auto_1fr] lg:grid-cols-[1fr_auto_auto] lg:items-center lg:gap-x-0"
      >
        <div className="sm:col-span-2 lg:col-span-1 lg:pr-6">
          {/* Not a heading: it stands before the page's first one. */}
          <p id="cookies-heading" className="font-display text-lg font-bold">
            {text.heading}
          </p>
          <p className="text-sm">
            {text.text} <Link to={localePath(locale, "/legal/politica-cookies")}>{text.policy}</Link>
          </p>
        </div>
        <div className="grid grid-cols-2 gap-2 sm:flex">
          <Button look="quiet" name="choice" value="all" className="max-sm:px-1.5">
            {text.accept}
          </Button>
          <Button look="quiet" name="choice" value="none" className="max-sm:px-1.5">
            {text.reject}
          </Button>
        </div>
        <details className="sm:open:col-span-full lg:text-right">
          <summary className={`${quietButton} w-full list-none sm:w-auto lg:ml-2`}>{text.choose}</summary>
          <fieldset className="mt-4 grid gap-3 text-left sm:grid-cols-2 lg:grid-cols-5">
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
      </form>
    </section>
  );
}
