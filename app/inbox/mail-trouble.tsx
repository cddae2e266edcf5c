import type { Content } from "#content/en/index.ts";
import { OwnForm } from "#app/account/own-form.tsx";
import type { Reply } from "#app/account/reply.server.ts";
import { IntentButton } from "./intent-button.tsx";
import type { TroubleShown } from "./trouble-shown.server.ts";

type Props = {
  trouble?: TroubleShown;
  text: Pick<Content["messages"], "trouble" | "mails">;
  reply?: Reply;
  className: string;
};

/** Mails that do not leave, and answers that do not arrive: nobody else would say so. */
export function MailTrouble({ trouble, text, reply, className }: Props) {
  if (!trouble) return null;
  return (
    <section aria-label={text.trouble.label} className={`my-2 border-l-4 border-alert bg-shade px-4 py-3 ${className}`}>
      <OwnForm reply={reply} className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-80">
          {trouble.lines.map((line) => (
            <p key={line} className="font-medium">
              {line}
            </p>
          ))}
          {trouble.reason && <p className="max-w-prose text-sm wrap-anywhere text-muted">{trouble.reason}</p>}
        </div>
        {trouble.canBeSentAgain && (
          <IntentButton intent="resend" busyLabel={text.mails.sending}>
            {text.trouble.again}
          </IntentButton>
        )}
      </OwnForm>
    </section>
  );
}
