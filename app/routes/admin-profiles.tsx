import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Route } from "./+types/admin-profiles";
import { AdminPage } from "#app/shell/admin-frame.tsx";
import { HeldLetters } from "#app/people/held-letters.tsx";
import { PeopleFilters, PeopleList } from "#app/people/people-list.tsx";
import { PeopleLog } from "#app/people/people-log.tsx";
import { answerForm, type PeopleReply } from "#app/people/answer-form.server.ts";
import { countHeldLetters } from "#backend/mail/held.ts";
import { filters, findPerson, hasNoAccounts, listPeople, readMore, readPlace, thoseThere } from "#backend/people/people.ts";
import { logShown, personShown, peopleShown } from "#app/people/people-shown.server.ts";
import { seenOf } from "#backend/people/change-person.ts";
import { readLog } from "#backend/people/people-log.ts";
import { CreateForm, InviteForm } from "#app/people/new-person.tsx";
import { BackToPeople, PersonBar, PersonPage } from "#app/people/person-page.tsx";
import { requireAdmin } from "#app/account/guard.server.ts";
import { keepTyped, unreachable } from "#app/account/keep-typed.ts";
import { backendContext } from "#app/context.ts";
import { fillAll } from "#content/format.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { shortestPassword } from "#backend/auth/password-rule.ts";

export async function loader(args: Route.LoaderArgs) {
  const admin = await requireAdmin(args);
  const { locale, texts } = await textsOf(args);
  const { meta, ...text } = texts.people;
  const done = args.url.searchParams.get("done") ?? "";
  const shared = {
    meta: metaOf(args, meta),
    userId: admin.id,
    locale,
    text: { ...text, createForm: fillAll(text.createForm, { min: shortestPassword }) },
    nav: texts.admin.nav,
    done: Object.hasOwn(text.done, done) ? text.done[done as keyof typeof text.done] : undefined,
  };
  try {
    const view = await readView(args, admin.id, shared);
    const body = { ...shared, meta: metaOf(args, { ...meta, title: titleOf(view, shared.text, meta.title) }), ...view };
    return data(body, { status: view.view === "gone" ? 404 : 200 });
  } catch (error) {
    if (hasNoAccounts(error)) return { ...shared, view: "elsewhere" as const };
    throw error;
  }
}

type Shared = Pick<Awaited<ReturnType<typeof textsOf>>, "locale"> & { text: Parameters<typeof logShown>[0]["text"] };

/** The page shows one thing at a time: somebody, a form for somebody new, the latest changes, or the list. */
async function readView({ url, context }: Route.LoaderArgs, adminId: string, shared: Shared) {
  const { queries } = context.get(backendContext);
  const query = url.searchParams;

  const id = query.get("person");
  if (id !== null) {
    const person = await findPerson(queries, id);
    if (!person) return { view: "gone" as const };
    const [more, log] = await Promise.all([readMore(queries, person), readLog(queries, person.id)]);
    return {
      view: "person" as const,
      person: { ...personShown(shared, person, more), isYou: person.id === adminId, seen: seenOf(person) },
      log: logShown(shared, log, new Set([person.id])),
    };
  }

  if (query.get("new") === "invite" || query.get("new") === "account") {
    // Asked for here too: where the accounts are elsewhere, the page must say so before anything is typed.
    await findPerson(queries, adminId);
    return { view: query.get("new") as "invite" | "account" };
  }
  if (query.get("view") === "log") {
    const log = await readLog(queries);
    const there = await thoseThere(queries, [...new Set(log.flatMap(({ userId }) => userId ?? []))]);
    return { view: "log" as const, log: logShown(shared, log, there) };
  }

  const filter = filters.find((one) => one === query.get("show")) ?? "all";
  const search = (query.get("q") ?? "").slice(0, 100);
  const after = readPlace(query.get("after"));
  const found = await listPeople(queries, { search, filter, after });
  const held = await countHeldLetters(queries);
  return { view: "list" as const, search, filter, isLater: !!after, held, ...peopleShown(shared, found, adminId) };
}

/** Each view has a title, by which the focus follows it. */
function titleOf(shown: Awaited<ReturnType<typeof readView>>, text: Shared["text"], title: string): string {
  switch (shown.view) {
    case "person":
      return nameOf(shown.person, text);
    case "gone":
      return text.gone.heading;
    case "invite":
      return text.inviteForm.heading;
    case "account":
      return text.createForm.heading;
    case "log":
      return text.log.allHeading;
    default:
      return title;
  }
}

function nameOf({ name, email }: { name: string; email: string }, text: Shared["text"]): string {
  return name || email || text.person.noName;
}

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  return answerForm(args, admin);
}

/** After a refusal too: the page must show what is there now, and what was tried. */
export function shouldRevalidate({ formMethod, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (formMethod === "POST" && actionStatus !== unreachable) || defaultShouldRevalidate;
}

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function AdminProfilesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, nav, locale } = loaderData;
  const reply = actionData as PeopleReply | undefined;
  const props = { text, locale, done: reply ? undefined : loaderData.done, reply };
  const page = { text: nav, locale };
  switch (loaderData.view) {
    case "elsewhere":
      return (
        <AdminPage heading={text.elsewhere.heading} {...page}>
          <p className="mt-6 max-w-prose border-l-4 border-alert bg-shade px-5 py-4">{text.elsewhere.text}</p>
        </AdminPage>
      );
    case "person":
      return (
        <AdminPage heading={nameOf(loaderData.person, text)} tabs={<PersonBar {...props} person={loaderData.person} />} {...page}>
          <PersonPage {...props} person={loaderData.person} log={loaderData.log} />
        </AdminPage>
      );
    case "gone":
      return (
        <AdminPage heading={text.gone.heading} {...page}>
          <p className="mt-3">{text.gone.text}</p>
          <BackToPeople text={text} locale={locale} />
        </AdminPage>
      );
    case "invite":
      return (
        <AdminPage heading={text.inviteForm.heading} {...page}>
          <InviteForm {...props} />
        </AdminPage>
      );
    case "account":
      return (
        <AdminPage heading={text.createForm.heading} {...page}>
          <CreateForm {...props} />
        </AdminPage>
      );
    case "log":
      return (
        <AdminPage heading={text.log.allHeading} {...page}>
          <PeopleLog text={text} locale={locale} log={loaderData.log} isOfAll />
        </AdminPage>
      );
    default:
      return (
        <AdminPage heading={text.heading} tabs={<PeopleFilters {...props} {...loaderData} />} {...page}>
          <HeldLetters count={loaderData.held} text={text.held} />
          <PeopleList {...props} {...loaderData} />
        </AdminPage>
      );
  }
}
