import { Link } from "react-router";
import { localePath, type Locale } from "#content/locales.ts";

type Props = { text: { before: string; link: string; after: string }; locale: Locale };

/** What the law wants beside every form that asks for personal data. The policy opens beside the form, which keeps what was typed. */
export function PrivacyNote({ text, locale }: Props) {
  return (
    <p className="text-sm text-muted">
      {text.before}
      <Link to={localePath(locale, "/legal/politica-privacidad")} target="_blank" reloadDocument>
        {text.link}
      </Link>
      {text.after}
    </p>
  );
}
