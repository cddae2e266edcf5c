import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Stamp } from "./stamp.tsx";

/** The request is stored: says so, and what comes next. The address names it, so the focus is here. */
export function Sent({ text, locale, isByInvitation }: { text: Content["contact"]["sent"]; locale: Locale; isByInvitation: boolean }) {
  return (
    <div className="desk">
      <div className="page columns gap-y-8 pt-edge pb-section lg:pt-section">
        <div className="envelope lg:order-1 lg:col-span-4 lg:self-start">
          <Stamp lands />
        </div>
        <div className="letter lg:col-span-8">
          <div id="sent" tabIndex={-1} role="status" className="border-l-4 border-toxo pl-5">
            <h1 className="text-section">{text.heading}</h1>
            <p className="mt-4 text-lead">{text.text}</p>
          </div>
          <h2 className="mt-12 text-title">{text.nextHeading}</h2>
          <ol className="mt-4 grid list-decimal gap-3 pl-6">
            {Object.values(text.next).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="mt-10 flex flex-wrap gap-4">
            <ButtonLink to={localePath(locale, "/")}>{text.home}</ButtonLink>
            <ButtonLink to={localePath(locale, "/contact")} look="quiet">
              {text.again}
            </ButtonLink>
          </p>
          {!isByInvitation && (
            <p className="for-guests mt-8">
              {text.follow.guest} <Link to={localePath(locale, "/register")}>{text.follow.create}</Link>
            </p>
          )}
          <p className="for-members mt-8">
            {text.follow.member} <Link to={localePath(locale, "/me")}>{text.follow.area}</Link>
          </p>
        </div>
      </div>
    </div>
  );
}
