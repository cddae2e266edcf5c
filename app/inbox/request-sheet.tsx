import { Fragment, useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { OwnForm } from "#app/account/own-form.tsx";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { fill } from "#content/format.ts";
import { draftName, readDraft, useDraft } from "#app/conversation/drafts.ts";
import { AllFiles } from "#app/conversation/files.tsx";
import { Messages } from "#app/conversation/messages.tsx";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { folders, type Folder } from "#backend/requests/inbox-filters.ts";
import { NewMessages } from "#app/live/new-messages.tsx";
import { AdminOptions } from "./admin-options.tsx";
import { Colleagues } from "./colleagues.tsx";
import { IntentButton, smallButton, smallMainButton } from "./intent-button.tsx";
import { ReplyForm } from "./reply-form.tsx";
import type { FromRequest } from "./request-list.tsx";
import type { RequestView } from "./request-view.server.ts";
import type { SheetProps, Text } from "./sheet-props.ts";

/** Where a request goes from where it is, by one key. */
const onward: Partial<Record<Folder, Folder>> = { new: "in_progress", in_progress: "won", spam: "new" };

/** In the order in which the keyboard comes to them. */
function onwardFirst(state: Folder): readonly Folder[] {
  const next = onward[state];
  return next ? [next, ...folders.filter((folder) => folder !== next)] : folders;
}

/** One request: what to do with it, always in sight; the letter, what was done, and everything that came along. */
export function RequestSheet({ request, text, userId, admins, others, locale, back, here, reply }: SheetProps) {
  // A colleague may put it into the spam folder while somebody writes: the field stays under their hands.
  const [replying, setReplying] = useState(request.reply);
  if (request.reply && request.reply !== replying) setReplying(request.reply);
  // A reply that cannot be sent any more becomes a note.
  const noteOf = !reply?.form || (reply.form === "reply" && !replying) ? reply : undefined;
  return (
    <article aria-labelledby="request-heading" className="grid gap-8 **:scroll-mt-40">
      <header>
        <BackLink to={back} from={{ request: request.id }}>
          {text.detail.back}
        </BackLink>
        <h2 id="request-heading" tabIndex={-1} data-focus={request.reply?.chosen ? undefined : ""} className="text-lg">
          {request.name}
        </h2>
        <FactLine facts={request.contact} />
      </header>
      <div className="sticky top-17 z-10 -mt-6">
        <div className="flex items-center gap-2 border-b border-line bg-foam py-2 whitespace-nowrap max-lg:overflow-x-auto lg:flex-wrap">
          {request.reply && (
            <a href="#field-text" className={smallMainButton}>
              {text.detail.reply}
            </a>
          )}
          <div role="group" aria-label={text.change.moveTo} className="flex shrink-0 gap-1 lg:shrink lg:flex-wrap">
            {onwardFirst(request.state).map((folder) =>
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
        </div>
        <Colleagues request={request.id} text={text.colleagues} {...{ others, userId, admins }} />
      </div>
      <NewMessages ids={request.conversation.filter(({ side }) => side !== "event").map(({ id }) => id)} text={text.news} />
      <Section heading={text.history.heading}>
        <Messages items={request.conversation} files={request.fileField.text} />
        {request.allFiles && (
          <div className="mt-4">
            <AllFiles {...request.allFiles} />
          </div>
        )}
      </Section>
      {replying ? (
        <ReplyForm {...{ request, text, userId, locale, here, replying }} reply={reply?.form === "reply" ? reply : undefined} />
      ) : (
        <p className="text-muted">{text.reply.spam}</p>
      )}
      {request.link && (
        <OwnForm reply={reply?.form === "end_links" ? reply : undefined} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm text-muted">{request.link}</p>
          <IntentButton intent="end_links" busyLabel={text.link.ending}>
            {text.link.end}
          </IntentButton>
        </OwnForm>
      )}
      <NoteForm request={request} text={text} userId={userId} reply={noteOf} />
      <AssignForm request={request} text={text} admins={admins} reply={reply?.form === "assign" ? reply : undefined} />
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
          {href ? (
            <Link to={href} className={href.startsWith("tel:") ? "whitespace-nowrap" : undefined}>
              {value}
            </Link>
          ) : (
            value
          )}
        </Fragment>
      ))}
    </p>
  );
}

/** A note goes with whichever button moves the request: nothing typed is lost. */
function NoteForm({ request, text, userId, reply }: Pick<SheetProps, "request" | "text" | "userId" | "reply">) {
  const { field } = useDraft(draftName(userId, request.id, "note"));
  return (
    <OwnForm id="change" reply={reply} className="grid gap-3 border-2 border-dashed border-granite bg-sand p-4">
      <input type="hidden" name="from" value={request.state} />
      <TextArea
        ref={field}
        name="note"
        label={text.change.note}
        hint={text.change.noteHint}
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

function AssignForm({ request, text, admins, reply }: Pick<SheetProps, "request" | "text" | "admins" | "reply">) {
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
        className="field mt-0! min-h-11! w-auto! max-w-60 py-1! text-sm"
      >
        <AdminOptions nobody={text.detail.nobody} admins={admins} />
      </select>
      <IntentButton intent="assign" busyLabel={text.detail.assigning}>
        {text.detail.assign}
      </IntentButton>
    </OwnForm>
  );
}

function EraseForm({ text: { erase }, reply }: Pick<SheetProps, "text" | "reply">) {
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

type GoneProps = Pick<SheetProps, "userId" | "back" | "reply"> & { text: Text["detail"]; id: string };

/** The request of an address that is not there, or not any more; what somebody has written about it is theirs all the same. */
export function GoneRequest({ text, back, userId, id, reply }: GoneProps) {
  const hydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const [tookAPlace] = useState(hydrated);
  useEffect(() => {
    // The field that had the focus is gone.
    if (tookAPlace && document.activeElement === document.body) heading.current!.focus();
  }, [tookAPlace]);
  const kept = (what: "message" | "note") => (hydrated ? readDraft(draftName(userId, id, what)) : "");
  const written = [reply?.typed?.text || kept("message"), reply?.typed?.note || kept("note")].filter(Boolean).join("\n\n");
  return (
    <div>
      <BackLink to={back}>{text.back}</BackLink>
      <h2 ref={heading} tabIndex={-1} data-focus="" className="text-title">
        {text.gone.heading}
      </h2>
      <p role="status" className="mt-2 text-muted">
        {text.gone.text}
      </p>
      {written && (
        <TextArea key={written} name="written" label={text.gone.written} readOnly rows={8} defaultValue={written} className="mt-6" />
      )}
    </div>
  );
}

function BackLink({ to, from, children }: { to: string; from?: FromRequest; children: string }) {
  return (
    <Link to={to} state={from} className="inline-flex min-h-11 items-center font-medium text-tide underline underline-offset-4 lg:hidden">
      {`← ${children}`}
    </Link>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 font-sans font-bold">{heading}</h3>
      {children}
    </section>
  );
}
