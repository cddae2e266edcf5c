import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { SubmitButton } from "#app/account/account-sheet.tsx";
import { OwnForm } from "#app/account/own-form.tsx";
import { Done } from "#app/account/done.tsx";
import type { Reply } from "#app/account/reply.server.ts";
import { fill } from "#content/format.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { noteMax } from "./read-change.ts";
import { folders } from "#backend/requests/inbox-filters.ts";
import type { RequestView } from "./request-view.server.ts";

type Text = Omit<Content["messages"], "meta">;
type Done = { id: string; kind: string; says: string };
type Props = { request: RequestView; text: Text; back: string; done?: Done; reply?: Reply };

/** One request: the letter, what to do with it, what was done, and everything that came along. */
export function RequestSheet({ request, text, back, done, reply }: Props) {
  return (
    <article aria-labelledby="request-heading" className="grid gap-10">
      <header>
        <BackLink to={back}>{text.detail.back}</BackLink>
        <h2 id="request-heading" tabIndex={-1} className="text-statement">
          {request.name}
        </h2>
        {request.lead && <p className="mt-1 text-lead text-muted">{request.lead}</p>}
      </header>
      <Done>{reply ? undefined : done?.says}</Done>
      <div>
        <p lang={request.messageLanguage} className="max-w-[68ch] border-l-4 border-line pl-5 text-lead whitespace-pre-wrap">
          {request.message}
        </p>
        <p className="mt-6">
          <ButtonLink to={request.reply}>{text.detail.reply}</ButtonLink>
        </p>
      </div>
      <ChangeForm request={request} text={text} done={done} reply={reply} />
      <Section heading={text.history.heading}>
        <ol className="grid gap-4 border-l-3 border-dotted border-tide pl-5">
          {request.history.map(({ id, what, note, by }) => (
            <li key={id}>
              <p className="font-medium">{what}</p>
              {note && <p className="mt-1 max-w-[68ch] whitespace-pre-wrap">{note}</p>}
              <p className="text-sm text-muted">{by}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section heading={text.mails.heading}>
        <OwnForm>
          <ul className="divide-y divide-line border-y border-line">
            {request.mails.map(({ id, kind, lines, isTrouble, canBeSentAgain }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <div>
                  <p className="font-medium">{kind}</p>
                  {lines.map((line) => (
                    <p key={line} className={`text-sm ${isTrouble ? "text-alert" : "text-muted"}`}>
                      {line}
                    </p>
                  ))}
                </div>
                {canBeSentAgain && (
                  <SubmitButton
                    intent={`again:${id}`}
                    label={text.mails.again}
                    ariaLabel={`${text.mails.again}: ${kind}`}
                    busyLabel={text.mails.sending}
                    look="quiet"
                  />
                )}
              </li>
            ))}
          </ul>
        </OwnForm>
      </Section>
      <Section heading={text.detail.heading}>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[minmax(7rem,auto)_1fr]">
          {request.facts.map(({ label, value, href }) => (
            <div key={label + value} className="contents">
              <dt className="text-sm text-muted max-sm:-mb-3 sm:pt-0.5">{label}</dt>
              <dd className="break-words">{href ? <Link to={href}>{value}</Link> : value}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </article>
  );
}

/** A note goes with whichever button is pressed: nothing typed is lost. */
function ChangeForm({ request, text, done, reply }: Omit<Props, "back">) {
  const form = useRef<HTMLDivElement>(null);
  const emptied = useRef(done?.id);
  useEffect(() => {
    if (emptied.current === done?.id) return;
    emptied.current = done?.id;
    if (done?.kind === "state" || done?.kind === "note") form.current?.querySelector("form")?.reset();
  }, [done]);
  return (
    <div ref={form} className="bg-shade p-5 sm:p-6">
      <h3 className="mb-4 text-title">{fill(text.change.state, { state: text.folders[request.state] })}</h3>
      <OwnForm reply={reply}>
        <input type="hidden" name="from" value={request.state} />
        <TextArea
          name="note"
          label={text.change.note}
          hint={text.change.noteHint}
          maxLength={noteMax}
          defaultValue={reply?.typed?.note}
          error={reply?.errors?.note}
        />
        <SubmitButton intent="note" label={text.change.write} busyLabel={text.change.writing} />
        <fieldset>
          <legend className="mb-2 font-semibold">{text.change.moveTo}</legend>
          <div className="flex flex-wrap gap-2">
            {folders
              .filter((folder) => folder !== request.state)
              .map((folder) => (
                <SubmitButton
                  key={folder}
                  intent={`state:${folder}`}
                  label={text.folders[folder]}
                  busyLabel={text.change.moving}
                  look="quiet"
                />
              ))}
          </div>
        </fieldset>
      </OwnForm>
    </div>
  );
}

/** The request of an address that is not there, or not any more. */
export function GoneRequest({ text, back }: { text: Text["detail"]; back: string }) {
  return (
    <div>
      <BackLink to={back}>{text.back}</BackLink>
      <h2 className="text-title">{text.gone.heading}</h2>
      <p className="mt-2 text-muted">{text.gone.text}</p>
    </div>
  );
}

function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="mb-4 inline-flex min-h-11 items-center font-medium text-tide underline underline-offset-4 lg:hidden">
      {`← ${children}`}
    </Link>
  );
}

function Section({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-4 text-title">{heading}</h3>
      {children}
    </section>
  );
}
