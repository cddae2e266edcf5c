import { useEffect, useRef } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Route } from "./+types/admin-messages";
import { isAnothers, requireAdmin } from "#app/account/guard.server.ts";
import { keepTyped } from "#app/account/keep-typed.ts";
import { reply, type Reply } from "#app/account/reply.server.ts";
import { AdminPage } from "#app/shell/admin-frame.tsx";
import { Arrivals } from "#app/inbox/arrivals.tsx";
import { noteMax, readChange } from "#app/inbox/read-change.ts";
import { addNote, changeState, sendAgain } from "#backend/requests/change-request.ts";
import { FilterForm } from "#app/inbox/filter-form.tsx";
import { FolderNav } from "#app/inbox/folder-nav.tsx";
import { folders, isNarrowed, queryOf, readFilters } from "#backend/requests/inbox-filters.ts";
import { countFolders, mostCounted, readArrivals, readPage, readRequest } from "#backend/requests/inbox.ts";
import { RequestList } from "#app/inbox/request-list.tsx";
import { GoneRequest, RequestSheet } from "#app/inbox/request-sheet.tsx";
import { requestView } from "#app/inbox/request-view.server.ts";
import { backendContext } from "#app/context.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { contentFor } from "#content/content-for.server.ts";
import { fill, shortDateAndTime, wholeNumber } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export async function loader(args: Route.LoaderArgs) {
  const { id: userId } = await requireAdmin(args);
  const { locale, texts } = await textsOf(args);
  const { queries } = args.context.get(backendContext);
  const filters = readFilters(args.url.searchParams);
  const detail = filters.request ? await readRequest(queries, filters.request) : undefined;
  const isGone = Boolean(filters.request) && !detail;
  // The mail that brings a request names no folder.
  const folder = filters.folder ?? detail?.request.state ?? "new";

  const page = await readPage(queries, folder, filters);
  const counts = await countFolders(queries);
  const done = detail?.events.find(({ id }) => id === args.url.searchParams.get("done"));
  const { meta, ...text } = texts.messages;
  const body = {
    meta: metaOf(args, meta),
    userId,
    locale,
    text,
    reasons: texts.contact.form.reasons,
    nav: texts.admin.nav,
    filters,
    folder,
    counts: Object.fromEntries(folders.map((name) => [name, countOf(counts[name])])) as Record<(typeof folders)[number], string>,
    rows: page.rows.map(({ createdAt, ...row }) => ({ ...row, when: shortDateAndTime(locale, createdAt) })),
    newer: page.newer,
    older: page.older,
    arrivals: await readArrivals(queries),
    isGone,
    request: detail && requestView(detail, locale, texts, await contentFor(detail.request.locale)),
    done: done && {
      id: done.id,
      kind: done.kind,
      says: fill(text.done[done.kind], { state: done.toState ? text.folders[done.toState] : "" }),
    },
  };
  return data(body, { status: isGone ? 404 : 200 });

  function countOf(count: number): string {
    return count < mostCounted ? wholeNumber(locale, count) : fill(text.more, { n: wholeNumber(locale, mostCounted - 1) });
  }
}

export async function action(args: Route.ActionArgs) {
  const user = await requireAdmin(args);
  const { locale, texts } = await textsOf(args);
  const say = texts.messages.errors;
  const { queries, wakeOutbox } = args.context.get(backendContext);
  const filters = readFilters(args.url.searchParams);
  const form = await readForm(args.request);
  const typed = { note: textIn(form, "note") };
  if (isAnothers(form, user)) return reply(409, { message: texts.account.errors.other_account, typed });
  const asked = readChange(form);
  if (!filters.request) return reply(404, { message: say.gone, typed });
  if ("error" in asked) {
    const message = fill(say[asked.error], { max: wholeNumber(locale, noteMax) });
    return reply(400, asked.error === "unknown" ? { message, typed } : { errors: { note: message }, typed });
  }

  const { change } = asked;
  const actor = { id: user.id, email: user.email ?? "" };
  const result = await make(filters.request);
  switch (result.outcome) {
    case "done":
      wakeOutbox();
      return redirect(localePath(locale, `/admin/messages${queryOf({ ...filters, done: result.event })}`), 303);
    case "conflict":
      return reply(409, { message: fill(say.conflict, { state: texts.messages.folders[result.state] }), typed });
    case "gone":
      return reply(404, { message: say.gone, typed });
    case "busy":
    case "held":
      return reply(409, { message: say[result.outcome], typed });
  }

  function make(id: string) {
    switch (change.intent) {
      case "state":
        return changeState(queries, { id, from: change.from, to: change.value, note: change.note || undefined }, actor);
      case "note":
        return addNote(queries, id, change.note, actor);
      case "again":
        return sendAgain(queries, id, change.value, actor);
    }
  }
}

/** What a change found instead of what it expected must be shown too. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || actionStatus === 404 || defaultShouldRevalidate;
}

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function AdminMessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, nav, locale, filters, folder, request, isGone, rows } = loaderData;
  const answer = actionData as Reply | undefined;
  const path = localePath(locale, "/admin/messages");
  const here = { ...filters, folder };
  const listOnly = path + queryOf({ ...here, request: undefined });
  const isOpen = Boolean(request) || isGone;
  const { list, sheet } = useFocusBetween(request?.id);
  // On narrow screens the request takes the place of the list.
  const beside = isOpen ? "max-lg:hidden" : "";
  return (
    <AdminPage heading={text.heading} text={nav} locale={locale}>
      <Arrivals arrivals={loaderData.arrivals} text={text} href={path} paused={Boolean(answer)} />
      <div className={`mt-6 ${beside}`}>
        <FolderNav {...loaderData} path={path} />
      </div>
      <div className="mt-6 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
        {/* On wide screens it scrolls by itself: what a row opens is beside it. */}
        <div
          ref={list}
          className={`grid content-start gap-5 lg:sticky lg:top-20 lg:-m-3 lg:max-h-[calc(100svh-5.5rem)] lg:overflow-y-auto lg:p-3 ${beside}`}
        >
          <FilterForm {...loaderData} path={path} />
          <RequestList
            {...loaderData}
            path={path}
            selected={filters.request}
            nothing={isNarrowed(filters) ? text.notFound : text.empty[folder]}
          />
        </div>
        <div ref={sheet}>
          {request && <RequestSheet key={request.id} {...loaderData} request={request} back={listOnly} reply={answer} />}
          {isGone && <GoneRequest text={text.detail} back={listOnly} />}
          {!isOpen && rows.length > 0 && <p className="text-muted max-lg:hidden">{text.list.choose}</p>}
        </div>
      </div>
    </AdminPage>
  );
}

/** Where the request takes the place of the list, the focus goes with it, and comes back to its row. */
function useFocusBetween(open: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const shown = useRef(open);
  useEffect(() => {
    if (shown.current === open) return;
    const last = shown.current;
    shown.current = open;
    if (open && list.current?.offsetParent === null) sheet.current?.querySelector<HTMLElement>("h2")?.focus();
    else if (!open && document.activeElement === document.body) list.current?.querySelector<HTMLElement>(`[href*="${last}"]`)?.focus();
  }, [open]);
  return { list, sheet };
}
