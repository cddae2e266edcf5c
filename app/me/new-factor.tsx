import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { AccountSheet, RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { localePath, type Locale } from "#content/locales.ts";
import { TextField } from "#app/ui/field.tsx";
import { CopyButton } from "./copy-button.tsx";
import type { MeReply } from "./change.server.ts";
import type { NewFactor } from "./factor.server.ts";
import { MeForm } from "./section.tsx";

type Props = { factor: NewFactor; reply: MeReply; text: Content["me"]["security"]["factor"]; locale: Locale };

/** Sets up a second factor: scan, type the first code, done. */
export function NewFactorSheet({ factor, reply, text, locale }: Props) {
  return (
    <AccountSheet isStep heading={text.heading} lead={text.scan}>
      <img src={factor.picture} alt={text.qr} width={240} height={240} className="w-60 rounded-md border border-line bg-foam" />
      <p>
        {text.secret}
        <br />
        <code className="text-lg font-semibold break-words">{factor.secret}</code>
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <CopyButton value={factor.secret.replaceAll(" ", "")} label={text.copy} done={text.copied} />
        <a href={factor.uri}>{text.openApp}</a>
      </div>
      <MeForm reply={reply}>
        <RequiredNote />
        <input type="hidden" name="factor" value={factor.id} />
        <input type="hidden" name="uri" value={factor.uri} />
        <TextField
          name="factor_code"
          label={text.code}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          error={reply.errors?.factor_code}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton intent="factor-on" label={text.verify} busyLabel={text.verifying} />
          <Link to={localePath(locale, "/me")}>{text.cancel}</Link>
        </div>
      </MeForm>
    </AccountSheet>
  );
}
