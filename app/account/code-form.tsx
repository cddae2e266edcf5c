import type { Content } from "#content/en/index.ts";
import { TextField } from "#app/ui/field.tsx";
import { AccountForm, RequiredNote, SubmitButton } from "./account-sheet.tsx";
import type { Reply } from "./reply.server.ts";

type Props = {
  text: Content["account"]["code"];
  /** Where the mail went. */
  email?: string;
  /** Where it may have gone. */
  guess?: string;
  next?: string;
  reply?: Reply;
};

/** Takes the six digits of a mail in place of its link. Whoever is not known here says which address they went to. */
export function CodeForm({ text, email, guess, next = "", reply }: Props) {
  return (
    <AccountForm reply={reply}>
      <RequiredNote />
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
          defaultValue={reply?.typed?.email ?? guess}
          error={reply?.errors?.email}
        />
      )}
      <TextField
        name="code"
        label={text.label}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        className="[&_input]:max-w-60"
        error={reply?.errors?.code}
      />
      <SubmitButton intent="mail-code" label={text.check} busyLabel={text.checking} look="quiet" />
    </AccountForm>
  );
}
