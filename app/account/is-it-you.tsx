import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { PasswordField } from "#app/account/password-field.tsx";
import { TextField } from "#app/ui/field.tsx";
import { AccountSheet, RequiredNote, SubmitButton } from "./account-sheet.tsx";
import { OwnForm } from "./own-form.tsx";
import type { Reply } from "./reply.server.ts";

/** What is asked before a change, and the form that waits for it. */
export type IsItYou = { kept: string; by: "password" | "mail"; hasFactor: boolean; hasRecoveryCodes: boolean };

type Props = { asked: IsItYou; reply: Reply; text: Content["account"]["isItYou"]; action: string; back: string };

/** Asks for the current password, or for a code by mail, and for the second step where there is one; then what was asked for is done. */
export function IsItYouSheet({ asked, reply, text, action, back }: Props) {
  const byMail = asked.by === "mail";
  return (
    <AccountSheet isStep heading={text.heading} lead={byMail ? text.mailed : text.lead}>
      <OwnForm reply={reply} action={action} key={asked.by}>
        <RequiredNote />
        <input type="hidden" name="kept" value={asked.kept} />
        {byMail ? (
          <TextField
            // One that is wrong, or spent, makes room for another.
            key={reply.errors?.mail_code && asked.kept}
            name="mail_code"
            label={text.mailCode}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            error={reply.errors?.mail_code}
            data-focus=""
          />
        ) : (
          <PasswordField
            name="current_password"
            label={text.password}
            required
            autoComplete="current-password"
            error={reply.errors?.current_password}
          />
        )}
        {asked.hasFactor && (
          <TextField
            name="second_code"
            label={text.code}
            hint={asked.hasRecoveryCodes && text.recoveryHint}
            required
            inputMode="numeric"
            autoComplete={byMail ? "off" : "one-time-code"}
            error={reply.errors?.second_code}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton intent="is-it-you" label={text.action} busyLabel={text.checking} />
          <SubmitButton intent="is-it-you-mail" label={byMail ? text.again : text.mail} look="quiet" />
          {byMail && <SubmitButton intent="is-it-you-password" label={text.byPassword} look="quiet" />}
          <Link to={back}>{text.cancel}</Link>
        </div>
      </OwnForm>
    </AccountSheet>
  );
}
