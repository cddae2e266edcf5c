import { useEffect, useRef } from "react";
import { data, Link, useLocation, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Route } from "./+types/admin-messages";
import { requireAdmin } from "#app/account/guard.server.ts";
import { keepTyped } from "#app/account/keep-typed.ts";
import type { Reply } from "#app/account/reply.server.ts";
import { AdminPage } from "#app/shell/admin-frame.tsx";
import { Alerts, sayAlert } from "#app/inbox/alerts.tsx";
import { answerForm } from "#app/inbox/answer-form.server.ts";
import { Arrivals } from "#app/inbox/arrivals.tsx";
import { readDone } from "#app/inbox/done.server.ts";
import { FilterForm } from "#app/inbox/filter-form.tsx";
import { useHere, type Here } from "#app/inbox/colleagues.tsx";
import { FolderNav } from "#app/inbox/folder-nav.tsx";
import { largestMessage } from "#app/conversation/upload-part.ts";
import { useLive } from "#app/live/use-live.ts";
import { draftName, keepDraft } from "#app/conversation/drafts.ts";
import { RequestList } from "#app/inbox/request-list.tsx";
import { GoneRequest, RequestSheet } from "#app/inbox/request-sheet.tsx";
import { requestView } from "#app/inbox/request-view.server.ts";
import { MailTrouble } from "#app/inbox/mail-trouble.tsx";
import { Shortcuts } from "#app/inbox/shortcuts.tsx";
import { troubleShown } from "#app/inbox/trouble-shown.server.ts";
import { TabIcon } from "#app/inbox/tab-icon.tsx";
import { useSeen } from "#app/inbox/use-seen.ts";
import { wantedOf } from "#app/inbox/wanted.server.ts";
import { isNarrowed, queryOf, readFilters, viewOf, views, type View } from "#backend/requests/inbox-filters.ts";
import {
  countFolders,
  countFound,
  countUnread,
  markSeen,
  mostCounted,
  readArrivals,
  readPage,
  readRequest,
  type RequestDetail,
} from "#backend/requests/inbox.ts";
import { readMailTrouble } from "#backend/mail/trouble.ts";
import { readUnsent } from "#backend/requests/files.ts";
import { listSavedReplies } from "#backend/requests/saved-replies.ts";
import { findByEmail, hasNoAccounts, listAdmins } from "#backend/people/people.ts";
import type { Queries } from "#backend/database/connection.ts";
import { backendContext } from "#app/context.ts";
import { contentFor } from "#content/content-for.server.ts";
import { dayInWords, fill, wholeNumber } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export async function loader(args: Route.LoaderArgs) {
  const { id: userId, email = "" } = await requireAdmin(args);
  const { locale, texts } = await textsOf(args);
  const { queries, mailsLeave, filesPerConversation } = args.context.get(backendContext);
  const filters = readFilters(args.url.searchParams);
  const detail = filters.request ? await readRequest(queries, filters.request) : undefined;
  if (detail && !detail.request.seenAt && isDocument(args.request)) {
    await markSeen(queries, detail.request.id);
    detail.request.seenAt = new Date();
  }
  const isGone = Boolean(filters.request) && !detail;
  // The mail that brings a request names no folder.
  const view = viewOf(filters, detail?.request);

  const wanted = await wantedOf(queries, filters, view, userId);
  const isSearch = isNarrowed(filters);
  const folders = await countFolders(queries);
  const { new: _new, ...unread } = await countUnread(queries);
  const waiting = Object.values(unread).reduce((sum, count) => sum + count, folders.new);
  const found = isSearch ? await countFound(queries, wanted) : { all: mostCounted, ...folders };
  const page = await readPage(queries, wanted, found);
  const admins = await listAdmins(queries);
  const { meta: about, ...text } = texts.messages;
  const title = [waiting > 0 && `(${countOf(waiting)})`, detail && `${detail.request.name} ·`, about.title].filter(Boolean).join(" ");
  const body = {
    meta: metaOf(args, { ...about, title }),
    userId,
    locale,
    text,
    reasons: texts.contact.form.reasons,
    nav: texts.admin.nav,
    filters,
    view,
    admins: admins.some(({ id }) => id === userId) ? admins : [{ id: userId, email }, ...admins],
    newCount: waiting,
    unread: countsShown(unread),
    counts: countsOf(found),
    found: isSearch ? foundOf(found[view as "all"]) : undefined,
    whose: wanted.person && (wanted.person.name || wanted.person.email),
    rows: page.rows.map(({ createdAt, ...row }) => ({ ...row, when: dayInWords(locale, createdAt), date: createdAt.toISOString() })),
    newer: page.newer,
    older: page.older,
    arrivals: await readArrivals(queries),
    trouble: troubleShown(await readMailTrouble(queries), mailsLeave, locale, text),
    isGone,
    request:
      detail &&
      requestView({
        ...detail,
        locale,
        texts,
        sender: await contentFor(detail.request.locale),
        saved: { chosen: filters.saved, replies: await listSavedReplies(queries) },
        personId: await accountOf(queries, detail),
        unsent: await readUnsent(queries, detail.request.id, { fromAgency: true, uploaderId: userId }),
        filesPerConversation,
      }),
    done: await readDone(queries, args.url.searchParams.get("done") ?? "", locale, texts.messages),
  };
  // Where it was open it must be seen to be gone, and a page loads itself again only with what was found (load-page.ts).
  return data(body, { status: isGone && isDocument(args.request) ? 404 : 200 });

  function countsOf(counts: Partial<Record<View, number>>): Partial<Record<View, string>> {
    const { all, ...each } = counts;
    return countsShown({ ...each, all: isSearch ? all : undefined }, 0);
  }

  function countsShown(counts: Partial<Record<View, number>>, least = 1): Partial<Record<View, string>> {
    return Object.fromEntries(views.flatMap((name) => ((counts[name] ?? -1) < least ? [] : [[name, countOf(counts[name]!)]])));
  }

  function foundOf(count: number | undefined): string | undefined {
    if (count === undefined) return;
    if (count === 0) return text.found.none;
    return fill(count === 1 ? text.found.one : text.found.many, { n: countOf(count) });
  }

  function countOf(count: number): string {
    return count < mostCounted ? wholeNumber(locale, count) : fill(text.more, { n: wholeNumber(locale, mostCounted - 1) });
  }
}

/** A page that somebody opens. What it asks for later, by itself or for a click, it says itself that it was read (useSeen). */
function isDocument({ method, headers }: Request): boolean {
  return method === "GET" && (headers.get("accept") ?? "").includes("text/html");
}

/** The account of whoever sent it: signed in, or by an address that is confirmed since. */
async function accountOf(queries: Queries, { request }: RequestDetail): Promise<string | undefined> {
  if (request.userId) return request.userId;
  try {
    const person = await findByEmail(queries, request.email);
    return person?.isConfirmed ? person.id : undefined;
  } catch (error) {
    if (hasNoAccounts(error)) return;
    throw error;
  }
}

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  return answerForm(args, admin);
}

/** What a change found instead of what it expected must be shown too. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || actionStatus === 404 || defaultShouldRevalidate;
}

export const handle = { largestForm: largestMessage };

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function AdminMessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, nav, locale, filters, view, request, isGone, rows, done, userId } = loaderData;
  const answer = actionData as Reply | undefined;
  const path = localePath(locale, "/admin/messages");
  const here = { ...filters, folder: view, saved: undefined };
  const hrefOf = (change: Partial<typeof filters>) => path + queryOf({ ...here, ...change });
  const listOnly = hrefOf({ request: undefined });
  const isOpen = Boolean(request) || isGone;
  const location = useLocation();
  const list = useTopOfPage(`${view} ${filters.before} ${filters.after} ${filters.q}`);
  useWritten(userId, done);
  useSeen(request);
  const others = useLive<Here>({
    topic: "inbox",
    paused: Boolean(answer),
    polls: "always",
    // A mail that leaves is seen in its request alone.
    concerns: (news) => news.kind !== "mail" || news.request === request?.id,
    onNews: ({ kind, request: id }) => {
      if (kind === "answer") sayAlert(`answer ${id}`, text.alerts.answer);
    },
    here: useHere(userId, request?.id),
  });
  // On narrow screens the request takes the place of the list.
  const beside = isOpen ? "max-lg:hidden" : "";
  return (
    <AdminPage heading={text.heading} tabs={<FolderNav {...loaderData} path={path} />} text={nav} locale={locale}>
      <TabIcon count={loaderData.newCount} />
      <div className="relative flex flex-wrap items-center gap-x-4">
        <div className={`grow ${beside}`}>
          <FilterForm {...loaderData} path={path} />
        </div>
        <Alerts text={text.alerts} className={beside} />
        <Shortcuts text={text.shortcuts} />
      </div>
      <Arrivals arrivals={loaderData.arrivals} shown={rows.map(({ id }) => id)} open={request?.id} text={text} path={path} />
      {done && !answer && (
        <p role="status" data-focus="" tabIndex={-1} className="my-2 flex flex-wrap gap-x-4 border-l-4 border-tide bg-shade px-4 py-2">
          {done.says}
          {done.requestId && done.requestId !== request?.id && (
            <Link to={path + queryOf({ request: done.requestId })}>{text.done.open}</Link>
          )}
        </p>
      )}
      <MailTrouble trouble={loaderData.trouble} text={text} reply={answer?.form === "resend" ? answer : undefined} className={beside} />
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(22rem,2fr)_3fr]">
        {/* On wide screens it scrolls by itself: what a row opens is beside it. Its end, with what can be done with several, is in sight at once. */}
        <div ref={list} className={`lg:sticky lg:top-17 lg:max-h-[calc(100svh-11.5rem)] lg:self-start lg:overflow-y-auto ${beside}`}>
          <RequestList
            // What was done with them is done: no row stays ticked.
            key={done?.kind === "bulk" ? location.key : undefined}
            {...loaderData}
            path={path}
            selected={filters.request}
            nothing={isNarrowed(filters) ? text.notFound : text.empty[view]}
            reply={answer?.form === "list" ? answer : undefined}
          />
        </div>
        <div>
          {request && (
            <RequestSheet
              key={request.id}
              {...loaderData}
              request={request}
              others={others}
              here={here}
              back={listOnly}
              reply={answer?.form === "list" || answer?.form === "resend" ? undefined : answer}
            />
          )}
          {isGone && <GoneRequest text={text.detail} back={listOnly} userId={userId} id={filters.request!} reply={answer} />}
          {!isOpen && rows.length > 0 && <p className="py-6 text-muted max-lg:hidden">{text.list.choose}</p>}
        </div>
      </div>
    </AdminPage>
  );
}

/** Another page of the list begins at its top. */
function useTopOfPage(page: string) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    list.current?.scrollTo({ top: 0 });
  }, [page]);
  return list;
}

/** What is on record needs no draft. Once: whoever writes on does not lose it when the page loads its data again. */
function useWritten(userId: string, done: { requestId?: string; written?: "note" | "message" } | undefined) {
  const { key } = useLocation();
  const dropped = useRef<string>(undefined);
  const { requestId, written } = done ?? {};
  useEffect(() => {
    if (!requestId || !written || dropped.current === key) return;
    dropped.current = key;
    keepDraft(draftName(userId, requestId, written), "");
    const field = document.querySelector<HTMLTextAreaElement>(written === "note" ? "#field-note" : "#field-text");
    if (field && new URL(location.href).searchParams.get("request") === requestId) field.value = "";
  }, [userId, requestId, written, key]);
}
