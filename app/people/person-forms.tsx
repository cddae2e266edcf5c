import { useState, type ReactNode } from "react";
import { RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { OwnForm } from "#app/account/own-form.tsx";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { fill } from "#content/format.ts";
import { Button } from "#app/ui/button.tsx";
import { foldSummary } from "#app/ui/fold.ts";
import { Select, TextField } from "#app/ui/field.tsx";
import { banLengths, type Intent } from "#backend/people/schema.ts";
import type { PeopleReply } from "./answer-form.server.ts";
import type { PersonProps } from "./person-props.ts";

/** What helps somebody in, or out. */
export function AccessForms({ text, person, reply }: PersonProps) {
  const { link, signOut, factor } = text.person.access;
  return (
    <div className="mt-2 border-t border-line">
      <Step title={link.title} intent="link" reply={reply}>
        <p>{link.text}</p>
        {reply?.link && <OneTimeLink text={link} link={reply.link} />}
        <SubmitButton intent="link" label={link.make} look="quiet" />
      </Step>
      <Step title={signOut.title} intent="sign_out" reply={reply}>
        <p>{signOut.text}</p>
        <SubmitButton intent="sign_out" label={signOut.do} look="quiet" />
      </Step>
      {person.hasFactor && (
        <Step title={factor.title} intent="factor" reply={reply}>
          <p>{factor.text}</p>
          <SubmitButton intent="factor" label={factor.do} look="quiet" />
        </Step>
      )}
    </div>
  );
}

/** What takes something away. Each says what it means before it shows its button. */
export function CarefulForms({ text, person, reply }: PersonProps) {
  const { promote, demote, ban, unban, delete: erase } = text.person.careful;
  const role = person.isAdmin ? demote : promote;
  const answer = (intent: Intent) => (reply?.intent === intent ? reply : undefined);
  return (
    <div className="mt-2 border-t border-line">
      <Step title={role.title} intent="role" reply={reply}>
        <p>{role.text}</p>
        <input type="hidden" name="role" value={person.isAdmin ? "client" : "admin"} />
        <SubmitButton intent="role" label={role.do} look="quiet" />
      </Step>
      {person.isBanned ? (
        <Step title={unban.title} intent="unban" reply={reply}>
          <p>{unban.text}</p>
          <SubmitButton intent="unban" label={unban.do} look="quiet" />
        </Step>
      ) : (
        <Step title={ban.title} intent="ban" reply={reply}>
          <p>{ban.text}</p>
          <Select
            name="length"
            label={ban.length}
            defaultValue={answer("ban")?.typed?.length ?? "day"}
            error={answer("ban")?.errors?.length}
          >
            {banLengths.map((length) => (
              <option key={length} value={length}>
                {ban.lengths[length]}
              </option>
            ))}
          </Select>
          <SubmitButton intent="ban" label={ban.do} look="quiet" />
        </Step>
      )}
      <Step title={erase.title} intent="delete" reply={reply}>
        <p>{erase.text}</p>
        <RequiredNote />
        <TextField
          name="typed"
          label={fill(erase.label, { email: person.email || person.id })}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={answer("delete")?.typed?.typed}
          error={answer("delete")?.errors?.typed}
        />
        <SubmitButton intent="delete" label={erase.do} look="quiet" />
      </Step>
    </div>
  );
}

/** A thing to do, folded away until it is wanted, and open again when it came back. */
function Step({ title, intent, reply, children }: { title: string; intent: Intent; reply?: PeopleReply; children: ReactNode }) {
  const answer = reply?.intent === intent ? reply : undefined;
  return (
    <details open={!!answer} className="group/row border-b border-line wrap-anywhere">
      <summary className={`${foldSummary} font-semibold`}>{title}</summary>
      <div className="pb-6">
        <OwnForm reply={answer}>{children}</OwnForm>
      </div>
    </details>
  );
}

function OneTimeLink({ text, link }: { text: PersonProps["text"]["person"]["access"]["link"]; link: string }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState("");
  return (
    <div className="grid gap-3" role="status">
      <TextField name="made" label={text.label} hint={text.hint} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      {hydrated && (
        <Button
          type="button"
          look="quiet"
          className="justify-self-start"
          onClick={async () => {
            await navigator.clipboard.writeText(link);
            setCopied(link);
          }}
        >
          {copied === link ? text.copied : text.copy}
        </Button>
      )}
    </div>
  );
}
