import { useEffect } from "react";
import { Form, Link, useLocation } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { Icon } from "#app/ui/icon.tsx";
import { markSession } from "./session.inline.ts";

const look =
  "inline-flex min-h-11 cursor-pointer items-center gap-2 font-medium text-ink hover:text-tide @5xl:min-w-11 @5xl:justify-center";
/** Beside the navigation there is little room for words. */
const label = { area: "@5xl:@max-[78rem]:sr-only", out: "@5xl:@max-[96rem]:sr-only" };

/**
 * The way to the client area and, for whoever is signed in, out of it. Public pages are the same for everyone: which of it shows, <html> alone
 * knows. Without JavaScript the first link leads whoever is signed in to their area too.
 */
export function AccountLinks({ text, locale }: { text: Content["shell"]["account"]; locale: Locale }) {
  const { key } = useLocation();
  // The last step may have signed somebody in or out.
  useEffect(markSession, [key]);
  return (
    <nav aria-label={text.label} className="flex flex-wrap gap-x-6 @5xl:flex-nowrap @5xl:gap-x-1">
      <Link to={localePath(locale, "/login")} className={`for-guests ${look}`} title={text.enter}>
        <Icon name="lucide:user" />
        <span className={label.area}>{text.enter}</span>
      </Link>
      <Link to={localePath(locale, "/me")} className={`for-members ${look}`} title={text.area}>
        <Icon name="lucide:user-check" />
        <span className={label.area}>{text.area}</span>
      </Link>
      <Form method="post" action={localePath(locale, "/login")} className="for-members">
        <button name="intent" value="out" className={look} title={text.out}>
          <Icon name="lucide:log-out" />
          <span className={label.out}>{text.out}</span>
        </button>
      </Form>
    </nav>
  );
}
