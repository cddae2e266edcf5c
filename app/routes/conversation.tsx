import { randomUUID } from "node:crypto";
import { data, Link, redirect } from "react-router";
import type { Route } from "./+types/conversation";
import { AccountSheet, SubmitButton } from "#app/account/account-sheet.tsx";
import { Done } from "#app/account/done.tsx";
import { isAnothers } from "#app/account/guard.server.ts";
import { keepTyped } from "#app/account/keep-typed.ts";
import { OwnForm } from "#app/account/own-form.tsx";
import { reply, type Reply } from "#app/account/reply.server.ts";
import { backendContext } from "#app/context.ts";
import { clientView } from "#app/conversation/client-view.server.ts";
import { adderOf, openDoor, statusOfClosed } from "#app/conversation/door.server.ts";
import { draftName, useDraft } from "#app/conversation/drafts.ts";
import { FileField } from "#app/conversation/file-field.tsx";
import { AllFiles } from "#app/conversation/files.tsx";
import { filesIn, readMessageForm } from "#app/conversation/message-form.server.ts";
import { Messages, type Shown } from "#app/conversation/messages.tsx";
import { largestMessage } from "#app/conversation/upload-part.ts";
import { allFiles, fileTexts, filesAddress, shownFile } from "#app/conversation/shown-files.server.ts";
import { NewMessages } from "#app/live/new-messages.tsx";
import { useLive } from "#app/live/use-live.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { isUuid } from "#backend/database/uuid.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { linkDays } from "#backend/requests/conversation-link.ts";
import { acceptAnswer, readConversation } from "#backend/requests/conversation.ts";
import { largestFile, readFiles, readUnsent } from "#backend/requests/files.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { cleanText, lengthOf, limits } from "#backend/requests/request.ts";
import { fill, fillAll, longDate, wholeNumber } from "#content/format.ts";
import { localePath } from "#content/locales.ts";

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { meta, ...words } = texts.conversation;
  const door = await openDoor(args);
  if ("closed" in door) {
    const { heading, text } = fillAll(words.closed[door.closed], { days: linkDays });
    const body = { meta: metaOf(args, { ...meta, title: heading }), locale, userId: "", text: words, closed: { heading, text } };
    return data({ ...body, request: undefined }, { status: statusOfClosed[door.closed] });
  }
  const { request, user, until } = door;
  const { queries, accounts, filesPerConversation } = args.context.get(backendContext);
  const rows = await readConversation(queries, [request.id]);
  const files = await readFiles(queries, [request.id]);
  const key = args.url.searchParams.get("key");
  const address = filesAddress(locale, "/conversation", key === null ? { request: request.id } : { key });
  const unsent = await readUnsent(queries, request.id, adderOf(user));
  const reference = referenceOf(request);
  const state = texts.me.requests.states[request.state];
  return data({
    meta: metaOf(args, fillAll(meta, { reference })),
    locale,
    /** Nobody's, where it is the link that opens the page. */
    userId: user?.id ?? "",
    text: fillAll(words, { reference, email: request.email, date: until ? longDate(locale, until) : "" }),
    closed: undefined,
    request: {
      id: request.id,
      about: fill(words.about, { reason: texts.contact.form.reasons[request.reason], state }),
      items: clientView(request, rows, locale, texts).map(withFiles),
      allFiles: allFiles(files, address, locale, texts.files),
      fileField: {
        address,
        largest: largestFile,
        unsent: unsent.map((file) => shownFile(file, address, locale)),
        sent: files.map(({ id }) => id),
        text: fileTexts(locale, texts, filesPerConversation),
      },
      register:
        user || accounts.signUps === "closed"
          ? undefined
          : localePath(locale, `/register?${new URLSearchParams({ email: request.email })}`),
      messageKey: randomUUID(),
      isDone: args.url.searchParams.get("done") === "yes",
    },
  });

  function withFiles(item: Shown): Shown {
    return { ...item, files: files.filter(({ eventId }) => eventId === item.id).map((file) => shownFile(file, address, locale)) };
  }
}

export async function action(args: Route.ActionArgs) {
  const { locale, texts } = await textsOf(args);
  const { errors, closed } = texts.conversation;
  const door = await openDoor(args);
  if ("closed" in door) {
    const typed = { text: textIn(await readForm(args.request), "text") };
    return reply(statusOfClosed[door.closed], { message: closed[door.closed].heading, typed });
  }
  const { request, user } = door;
  const { queries, wakeOutbox, filesPerConversation } = args.context.get(backendContext);
  const place = { requestId: request.id, adder: adderOf(user), user };
  const { form, problem } = await readMessageForm(args, place, fileTexts(locale, texts, filesPerConversation));
  const typed = { text: textIn(form, "text") };
  if (user && isAnothers(form, user)) return reply(409, { message: texts.account.errors.other_account, typed });
  const text = cleanText(typed.text);
  const files = filesIn(form);
  if (problem) return reply(400, { errors: { files: problem }, typed });
  if (!text && files.length === 0) return reply(400, { errors: { text: errors.text }, typed });
  if (lengthOf(text) > limits.messageMax) {
    return reply(400, { errors: { text: fill(errors.textLong, { max: wholeNumber(locale, limits.messageMax) }) }, typed });
  }

  const key = textIn(form, "key");
  const answered = await acceptAnswer(queries, { id: request.id, text, files, key: isUuid(key) ? key : undefined, userId: user?.id });
  if (answered.outcome === "gone") throw data("Page Not Found", { status: 404 });
  if (answered.outcome === "files") return reply(409, { message: errors.files, typed });
  if (answered.outcome === "limited") {
    const message = fill(errors.limited, { n: wholeNumber(locale, Math.ceil(answered.retryAfter / 60)) });
    return reply(429, { message, typed }, { "Retry-After": String(answered.retryAfter) });
  }
  wakeOutbox();
  const query = new URLSearchParams(args.url.searchParams);
  query.set("done", "yes");
  return redirect(localePath(locale, `/conversation?${query}`), 303);
}

export const handle = { largestForm: largestMessage };

export const clientAction = keepTyped;

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export const meta = pageMeta;

export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData as Reply | undefined;
  const { request, closed, text, locale, userId } = loaderData;
  // Whoever has only the link of a mail has no channel, and asks.
  useLive({
    topic: request && userId ? `person:${userId}` : undefined,
    paused: Boolean(answer),
    polls: request ? "visible" : undefined,
    concerns: (news) => news.request === request?.id,
  });
  if (!request) return <ClosedSheet closed={closed} text={text} locale={locale} typed={answer?.typed?.text} />;
  return (
    <main id="content" tabIndex={-1} className="page min-h-[60svh] py-8">
      <div className="mx-auto grid max-w-3xl gap-8">
        <header>
          {userId && (
            <p>
              <Link
                to={localePath(locale, "/me#requests")}
                className="inline-flex min-h-11 items-center font-medium text-tide underline underline-offset-4"
              >
                {`← ${text.all}`}
              </Link>
            </p>
          )}
          <h1 className="text-heading">{text.heading}</h1>
          <p className="mt-2 text-muted">{request.about}</p>
        </header>
        {request.isDone && !answer && <Done>{text.answer.done}</Done>}
        <Messages items={request.items} label={text.list} files={request.fileField.text} />
        {request.allFiles && <AllFiles {...request.allFiles} />}
        <NewMessages ids={request.items.filter(({ side }) => side !== "event").map(({ id }) => id)} text={text.news} />
        <AnswerForm {...loaderData} request={request} reply={answer} />
        {!userId && (
          <div className="grid gap-3 border-t border-line pt-5 text-sm text-muted">
            {request.register && (
              <p className="text-base text-ink">
                {text.account.text}
                <Link to={request.register}>{text.account.create}</Link>
              </p>
            )}
            <p>{text.link}</p>
          </div>
        )}
      </div>
    </main>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function AnswerForm({
  text,
  userId,
  locale,
  request,
  reply: problem,
}: Pick<Loaded, "text" | "userId" | "locale"> & Open & { reply?: Reply }) {
  const sent = request.items.findLast(({ side }) => side === "theirs");
  const { field, key } = useDraft(draftName(userId, request.id, "message"), {
    given: request.messageKey,
    sent: request.isDone ? sent : undefined,
  });
  return (
    <OwnForm reply={problem} encType="multipart/form-data" className="grid gap-4">
      <input type="hidden" name="key" value={key} />
      <TextArea
        ref={field}
        name="text"
        label={text.answer.label}
        hint={text.answer.hint}
        rows={6}
        defaultValue={problem?.typed?.text}
        error={problem?.errors?.text}
      />
      <FileField {...request.fileField} locale={locale} whose={userId} error={problem?.errors?.files} />
      <SubmitButton intent="answer" label={text.answer.send} busyLabel={text.answer.sending} />
    </OwnForm>
  );
}

type Open = { request: NonNullable<Loaded["request"]> };

/** What a link that opens nothing says, and where to go from there. What somebody wrote is given back to them. */
function ClosedSheet({ closed, text, locale, typed }: Pick<Loaded, "closed" | "text" | "locale"> & { typed?: string }) {
  return (
    <AccountSheet heading={closed!.heading} lead={closed!.text}>
      {typed && (
        <div>
          <p className="font-semibold">{text.closed.typed}</p>
          <p className="mt-2 border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-wrap">{typed}</p>
        </div>
      )}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to={localePath(locale, "/contact")}>{text.closed.write}</ButtonLink>
        <Link to={localePath(locale, "/login")}>{text.closed.signIn}</Link>
      </p>
    </AccountSheet>
  );
}
