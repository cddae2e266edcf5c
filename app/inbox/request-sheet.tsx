import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import type { Content } from "#content/en/index.ts";
import { OwnForm } from "#app/account/own-form.tsx";
import type { Reply } from "#app/account/reply.server.ts";
import { fill } from "#content/format.ts";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { folders, type Folder } from "#backend/requests/inbox-filters.ts";
import { AdminOptions } from "./admin-options.tsx";
import { IntentButton, smallButton, smallMainButton } from "./intent-button.tsx";
import { useNoteDraft } from "./note-drafts.ts";
import { noteMax } from "./read-change.ts";
import type { RequestView } from "./request-view.server.ts";

type Text = Omit<Content["messages"], "meta">;
type Props = {
  request: RequestView;
  text: Text;
  userId: string;
  admins: { id: string; email: string }[];
  back: string;
  /** The address of the same request without a mail to its sender, and with one. */
  here: string;
  tellHref: (state: Folder) => string;
  reply?: Reply;
};

/** Where a request goes from where it is, by one key. */
const onward: Partial<Record<Folder, Folder>> = { new: "in_progress", in_progress: "won", spam: "new" };

/** One request: what to do with it, always in sight; the letter, what was done, and everything that came along. */
export function RequestSheet({ request, text, userId, admins, back, here, tellHref, reply }: Props) {
  // A mail that has nowhere to go any more becomes a note.
  const noteOf = !reply?.form || (reply.form === "tell" && !request.telling) ? reply : undefined;
  return (
    <article aria-labelledby="request-heading" className="grid gap-8 **:scroll-mt-40">
      <header>
        <BackLink to={back}>{text.detail.back}</BackLink>
        <h2 id="request-heading" tabIndex={-1} data-focus={request.telling ? undefined : ""} className="text-title">
          {request.name}
        </h2>
        <FactLine facts={request.contact} />
      </header>
      <div className="sticky top-17 z-10 -mt-6 flex items-center gap-2 border-b border-line bg-foam py-2 whitespace-nowrap max-lg:overflow-x-auto lg:flex-wrap">
        <Link to={request.reply} data-reply className={request.state === "spam" ? smallButton : smallMainButton}>
          {text.detail.reply}
        </Link>
        <div role="group" aria-label={text.change.moveTo} className="flex shrink-0 gap-1 lg:shrink lg:flex-wrap">
          {folders.map((folder) =>
            folder === request.state ? (
              <span
                key={folder}
                className="inline-flex min-h-11 shrink-0 items-center rounded-full bg-shade px-3.5 text-sm font-bold"
                title={fill(text.change.state, { state: text.folders[folder] })}
              >
                {text.folders[folder]}
              </span>
            ) : (
              <IntentButton
                key={folder}
                form="change"
                intent={`state:${folder}`}
                data-move-on={folder === onward[request.state] ? "" : undefined}
                busyLabel={text.change.moving}
              >
                {text.folders[folder]}
              </IntentButton>
            ),
          )}
        </div>
        {request.tell.length > 0 && (
          <Link
            to={tellHref(request.tell.find(({ state }) => state === onward[request.state])?.state ?? request.tell[0]!.state)}
            className="inline-flex min-h-11 shrink-0 items-center text-sm text-tide underline underline-offset-4"
          >
            {text.tell.link}
          </Link>
        )}
      </div>
      {request.telling && <TellForm request={request} text={text} here={here} tellHref={tellHref} reply={reply} />}
      <p lang={request.messageLanguage} className="max-w-[68ch] border-l-4 border-line pl-5 text-lead whitespace-pre-wrap">
        {request.message}
      </p>
      <div className="grid gap-4 bg-shade p-4 sm:p-5">
        <AssignForm request={request} text={text} admins={admins} reply={reply?.form === "assign" ? reply : undefined} />
        <NoteForm request={request} text={text} userId={userId} reply={noteOf} />
      </div>
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
        <OwnForm reply={reply?.form === "again" ? reply : undefined}>
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
                  <IntentButton intent={`again:${id}`} aria-label={`${text.mails.again}: ${kind}`} busyLabel={text.mails.sending}>
                    {text.mails.again}
                  </IntentButton>
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
      <EraseForm text={text} reply={reply?.form === "erase" ? reply : undefined} />
    </article>
  );
}

function FactLine({ facts }: { facts: RequestView["contact"] }) {
  return (
    <p className="mt-1 text-sm text-muted">
      {facts.map(({ label, value, href }, number) => (
        <Fragment key={label}>
          {number > 0 && " · "}
          {href ? <Link to={href}>{value}</Link> : value}
        </Fragment>
      ))}
    </p>
  );
}

/** A note goes with whichever button moves the request: nothing typed is lost. */
function NoteForm({ request, text, userId, reply }: Pick<Props, "request" | "text" | "userId" | "reply">) {
  const field = useNoteDraft(userId, request.id);
  return (
    <OwnForm id="change" reply={reply} className="grid gap-3">
      <input type="hidden" name="from" value={request.state} />
      <TextArea
        ref={field}
        name="note"
        label={text.change.note}
        hint={text.change.noteHint}
        maxLength={noteMax}
        rows={3}
        defaultValue={reply?.typed?.note || reply?.typed?.text}
        error={reply?.errors?.note}
        className="[&_textarea]:min-h-22!"
      />
      <IntentButton intent="note" busyLabel={text.change.writing} className={`${smallButton} justify-self-start`}>
        {text.change.write}
      </IntentButton>
    </OwnForm>
  );
}

function AssignForm({ request, text, admins, reply }: Pick<Props, "request" | "text" | "admins" | "reply">) {
  return (
    <OwnForm reply={reply} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="assigned" value={request.assigneeId ?? ""} />
      <label htmlFor="assignee" className="text-sm font-semibold">
        {text.detail.assigned}
      </label>
      <select
        // Somebody else may have given it away.
        key={request.assigneeId}
        id="assignee"
        name="assignee"
        defaultValue={request.assigneeId ?? ""}
        className="field mt-0! min-h-11! w-auto! max-w-full py-1! text-sm"
      >
        <AdminOptions nobody={text.detail.nobody} admins={admins} />
      </select>
      <IntentButton intent="assign" busyLabel={text.detail.assigning}>
        {text.detail.assign}
      </IntentButton>
    </OwnForm>
  );
}

/** What its sender is told when the request is moved, in their language; nothing goes unless the team says so here. */
function TellForm({ request, text, here, tellHref, reply }: Pick<Props, "request" | "text" | "here" | "tellHref" | "reply">) {
  const telling = request.telling!;
  const answer = reply?.form === "tell" ? reply : undefined;
  return (
    <section aria-labelledby="tell-heading" className="border border-line bg-shade p-4 sm:p-5">
      <h3 id="tell-heading" className="text-title">
        {fill(text.tell.heading, { state: text.folders[telling.state], name: request.name })}
      </h3>
      <p className="mt-1 mb-3 flex flex-wrap gap-x-4 text-sm">
        {request.tell.map(({ state }) =>
          state === telling.state ? (
            <strong key={state} className="py-1">
              {text.folders[state]}
            </strong>
          ) : (
            <Link key={state} to={tellHref(state)} className="py-1 text-tide underline underline-offset-4">
              {text.folders[state]}
            </Link>
          ),
        )}
      </p>
      <OwnForm key={telling.state} reply={answer} className="grid gap-3">
        <input type="hidden" name="from" value={request.state} />
        <TextArea
          name="text"
          label={text.tell.text}
          lang={request.messageLanguage}
          hint={fill(text.tell.hint, { email: request.email, language: request.language })}
          maxLength={noteMax}
          defaultValue={answer?.typed?.text ?? telling.text}
          error={answer?.errors?.text}
          data-focus=""
        />
        <p className="flex flex-wrap items-center gap-3">
          <IntentButton intent={`tell:${telling.state}`} busyLabel={text.tell.sending} className={smallMainButton}>
            {text.tell.send}
          </IntentButton>
          <Link to={here} className={smallButton}>
            {text.tell.cancel}
          </Link>
        </p>
      </OwnForm>
    </section>
  );
}

function EraseForm({ text: { erase }, reply }: Pick<Props, "text" | "reply">) {
  return (
    <details open={Boolean(reply)} className="border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium text-muted">{erase.summary}</summary>
      <OwnForm reply={reply} className="grid max-w-prose gap-3 border-l-4 border-alert bg-shade p-4">
        <p>{erase.text}</p>
        <TextField
          name="typed"
          label={fill(erase.label, { word: erase.word })}
          autoComplete="off"
          autoCapitalize="none"
          error={reply?.errors?.typed}
          defaultValue={reply?.typed?.typed}
        />
        <IntentButton intent="erase" busyLabel={erase.deleting} className={`${smallButton} justify-self-start text-alert!`}>
          {erase.button}
        </IntentButton>
      </OwnForm>
    </details>
  );
}

/** The request of an address that is not there, or not any more. */
export function GoneRequest({ text, back }: { text: Text["detail"]; back: string }) {
  return (
    <div>
      <BackLink to={back}>{text.back}</BackLink>
      <h2 tabIndex={-1} data-focus="" className="text-title">
        {text.gone.heading}
      </h2>
      <p className="mt-2 text-muted">{text.gone.text}</p>
    </div>
  );
}

function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center font-medium text-tide underline underline-offset-4 lg:hidden">
      {`← ${children}`}
    </Link>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-title">{heading}</h3>
      {children}
    </section>
  );
}
