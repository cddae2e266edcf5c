import { isAuthError, type AuthError, type User } from "@supabase/supabase-js";
import { data, redirect, type RouterContextProvider } from "react-router";
import type { Content } from "#content/en/index.ts";
import { adminClient } from "#backend/people/admin-client.ts";
import { isAnothers } from "#app/account/guard.server.ts";
import { sentenceOf, type Reply } from "#app/account/reply.server.ts";
import { firstErrors } from "#backend/requests/schema.ts";
import { contactTexts } from "#app/contact/contact-texts.server.ts";
import { fieldMessages } from "#app/contact/field-messages.ts";
import { backendContext, siteContext } from "#app/context.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { localePath } from "#content/locales.ts";
import { textsOf } from "#app/i18n/page-texts.server.ts";
import { findPerson, hasNoAccounts } from "#backend/people/people.ts";
import { changePerson, createPerson, invitePerson, type Desk } from "#backend/people/change-person.ts";
import { forms, isIntent, type Given, type Intent } from "#backend/people/schema.ts";
import { Busy, type Outcome } from "#backend/people/people-log.ts";

/** What comes back to the form it was sent with; a link is shown once. */
export type PeopleReply = Reply & { intent: Intent; link?: string };

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/** Does what a form of the page asks, for an administrator. */
export async function answerForm(args: Args, admin: User) {
  const { locale, texts } = await textsOf(args);
  const { queries, accounts } = args.context.get(backendContext);
  const { siteUrl } = args.context.get(siteContext);
  const form = await readForm(args.request);
  const intent = textIn(form, "intent");
  if (!isIntent(intent)) throw data("Bad Request", { status: 400 });

  const typed = Object.fromEntries(Object.keys(forms[intent].shape).map((name) => [name, textIn(form, name)]));
  const { password: _, seen: __, ...kept } = typed;
  const say = (status: number, reply: Reply) => data<PeopleReply>({ intent, typed: kept, ...reply }, { status });
  if (isAnothers(form, admin)) return say(409, { message: texts.account.errors.other_account });
  const checked = forms[intent].safeParse(typed);
  if (!checked.success) {
    const { errors } = contactTexts(locale, texts, "contact");
    return say(400, { errors: fieldMessages(firstErrors(checked.error), errors, texts.people.refusals.choice) });
  }

  const desk: Desk = { accounts: adminClient(accounts), areOurs: accounts.isOurs, queries, actor: admin, siteUrl, locale };
  const id = args.url.searchParams.get("person") ?? "";
  try {
    const outcome = await change(desk, id, intent, checked.data);
    if (!outcome) return say(404, { message: texts.people.gone.text });
    if ("refused" in outcome) {
      const reply = refusal(texts, outcome.refused);
      return say(reply.errors ? 400 : 409, reply);
    }
    const { link, id: made = id } = outcome.done;
    if (link) return say(200, { link } as PeopleReply);
    const query = { ...(intent !== "delete" && { person: made }), done: intent };
    return redirect(localePath(locale, `/admin/profiles?${new URLSearchParams(query)}`), 303);
  } catch (error) {
    if (error instanceof Busy) return say(409, { message: texts.people.refusals.busy });
    if (isAuthError(error)) return say(503, { message: texts.people.refusals.unknown });
    if (hasNoAccounts(error)) return say(503, { message: texts.people.elsewhere.heading });
    throw error;
  }
}

async function change(
  desk: Desk,
  id: string,
  intent: Intent,
  given: unknown,
): Promise<Outcome<{ id?: string; link?: string }> | undefined> {
  if (intent === "invite") return invitePerson(desk, given as Given<"invite">);
  if (intent === "create") return createPerson(desk, given as Given<"create">);
  if (intent === "delete") {
    const person = await findPerson(desk.queries, id);
    const { typed } = given as Given<"delete">;
    // People without an address are confirmed by their id. A slip of the hand is nothing for the trail.
    if (person && typed.trim().toLowerCase() !== (person.email || person.id)) return { refused: "typed" };
  }
  return changePerson(desk, id, intent, given as never);
}

/** Why not, at the field it is about or above the form. */
function refusal({ people, account }: Content, code: string): Reply {
  const own = (people.refusals as Record<string, string>)[code];
  const sentence = own ?? sentenceOf(account.errors, { code, message: "" } as AuthError);
  if (code === "taken" || code === "email") return { errors: { email: sentence } };
  if (code === "typed") return { errors: { typed: sentence } };
  if (code.startsWith("weak_")) return { errors: { password: sentence } };
  return { message: sentence };
}
