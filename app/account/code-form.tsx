import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { TextField } from "#app/ui/field.tsx";
import { AccountForm, SubmitButton } from "./account-sheet.tsx";
import type { Reply } from "./reply.server.ts";

type Props = { text: Content["account"]["code"]; locale: Locale; email?: string; next?: string; reply?: Reply };

/** Takes the six digits of a mail in place of its link. Whoever is not known here says which address they went to. */
export function CodeForm({ text, locale, email, next = "", reply }: Props) {
  return (
    <AccountForm action={localePath(locale, "/confirm")} reply={reply}>
      <input type="hidden" name="next" value={next} />
      {email ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <TextField
          name="email"
          label={text.email}
          required
          type="email"
          autoComplete="username"
          defaultValue={reply?.typed?.email}
          error={reply?.errors?.email}
        />
      )}
      <TextField
        name="code"
        label={text.label}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        className="max-w-60"
        error={reply?.errors?.code}
      />
      <SubmitButton intent="code" label={text.check} busyLabel={text.checking} look="quiet" />
    </AccountForm>
  );
}
