import type { Content } from "#content/en/index.ts";
import { AccountSheet } from "#app/account/account-sheet.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { localePath, type Locale } from "#content/locales.ts";
import { CopyButton } from "./copy-button.tsx";

type Props = { codes: string[]; text: Content["me"]["security"]["recovery"]; locale: Locale };

/** The recovery codes, the only time that they are shown. */
export function RecoveryCodesSheet({ codes, text, locale }: Props) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text.fileHeading}\n\n${codes.join("\n")}\n`)}`;
  return (
    <AccountSheet isStep heading={text.heading} lead={text.shown}>
      <ol className="grid gap-x-6 gap-y-2 rounded-md border border-line bg-shade px-5 py-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-lg font-semibold whitespace-nowrap">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <CopyButton value={codes.join("\n")} label={text.copy} done={text.copied} />
        <a href={file} download={text.fileName}>
          {text.download}
        </a>
      </div>
      <p>
        <ButtonLink to={localePath(locale, "/me?done=codes#second-factor")}>{text.kept}</ButtonLink>
      </p>
    </AccountSheet>
  );
}
