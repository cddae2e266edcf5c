import { PasswordField } from "#app/account/password-field.tsx";
import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { OwnForm } from "#app/account/own-form.tsx";
import { languageNames, localePath, locales, type Locale } from "#content/locales.ts";
import { Select, TextField } from "#app/ui/field.tsx";
import type { PeopleReply } from "./answer-form.server.ts";

type Props = { text: Omit<Content["people"], "meta">; locale: Locale; reply?: PeopleReply };

export function InviteForm({ text, locale, reply }: Props) {
  const { inviteForm } = text;
  return (
    <NewPerson {...{ text, locale, reply }} lead={inviteForm.lead} localeHint={inviteForm.localeHint}>
      <SubmitButton intent="invite" label={inviteForm.send} busyLabel={inviteForm.sending} />
    </NewPerson>
  );
}

export function CreateForm({ text, locale, reply }: Props) {
  const { createForm, fields } = text;
  return (
    <NewPerson {...{ text, locale, reply }} lead={createForm.lead}>
      <PasswordField
        name="password"
        label={fields.password}
        optional={fields.optional}
        autoComplete="new-password"
        hint={createForm.passwordHint}
        error={reply?.errors?.password}
      />
      <SubmitButton intent="create" label={createForm.create} busyLabel={createForm.creating} />
    </NewPerson>
  );
}

type NewPersonProps = Props & { lead: string; localeHint?: string; children: React.ReactNode };

function NewPerson({ text, locale, reply, lead, localeHint, children }: NewPersonProps) {
  const field = (name: string) => ({ name, error: reply?.errors?.[name], defaultValue: reply?.typed?.[name] });
  return (
    <div className="mt-4 grid max-w-xl gap-8">
      <p className="text-lead text-muted">{lead}</p>
      <OwnForm reply={reply}>
        <RequiredNote />
        <TextField {...field("name")} label={text.fields.name} required autoComplete="off" />
        <TextField {...field("email")} label={text.fields.email} required type="email" autoComplete="off" />
        <LocaleField text={text} locale={reply?.typed?.locale ?? locale} error={reply?.errors?.locale} hint={localeHint} />
        {children}
      </OwnForm>
      <p>
        <Link to={localePath(locale, "/admin/profiles")}>{text.back}</Link>
      </p>
    </div>
  );
}

export function LocaleField({ text, locale, error, hint }: { text: Props["text"]; locale: string; error?: string; hint?: string }) {
  return (
    <Select name="locale" label={text.fields.locale} defaultValue={locale} error={error} hint={hint}>
      {locales.map((one) => (
        <option key={one} value={one} lang={one}>
          {languageNames[one]}
        </option>
      ))}
    </Select>
  );
}
