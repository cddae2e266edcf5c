import type { Route } from "./+types/me";
import { FormProblem } from "#app/account/account-sheet.tsx";
import { hasFactor, isAdmin, isAnothers, requireSignedIn } from "#app/account/guard.server.ts";
import { profileIn } from "#app/account/profile.ts";
import { shortestPassword } from "#app/account/reply.server.ts";
import { AdminNav } from "#app/shell/admin-frame.tsx";
import { contactTexts } from "#app/contact/contact-texts.server.ts";
import { backendContext } from "#app/context.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { dateAndTime, fill, fillAll, longDate } from "#content/format.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { answer, changes } from "#app/me/change.server.ts";
import { MyData } from "#app/me/my-data.tsx";
import { MyRequests } from "#app/me/my-requests.tsx";
import { readMyRequests } from "#backend/requests/my-requests.ts";
import { NewFactorSheet } from "#app/me/new-factor.tsx";
import { ProfileForm } from "#app/me/profile-form.tsx";
import { Security } from "#app/me/security.tsx";
import { pageMeta } from "#app/seo/page-meta.ts";

const mostRequests = 20;

export async function loader(args: Route.LoaderArgs) {
  const user = await requireSignedIn(args);
  const { locale, texts } = await textsOf(args);
  const { queries, accounts } = args.context.get(backendContext);
  const { searchParams } = args.url;
  const email = user.email ?? "";
  const { meta, done, ...text } = fillAll(texts.me, { email, n: mostRequests });
  const requests = await readMyRequests(queries, user, mostRequests + 1);
  const form = contactTexts(locale, texts, "contact");
  const said = searchParams.get("done") ?? "";
  return {
    meta: metaOf(args, meta),
    locale,
    text: { ...text, labels: form.form.labels, optional: form.form.optional },
    passwordHint: fill(texts.account.register.passwordHint, { min: shortestPassword }),
    nav: isAdmin(user) ? texts.admin.nav : undefined,
    done: Object.hasOwn(done, said) ? { what: said as keyof typeof done, sentence: done[said as keyof typeof done] } : undefined,
    requests: requests.slice(0, mostRequests).map(({ createdAt, events, ...request }) => ({
      ...request,
      reason: form.form.reasons[request.reason],
      history: [{ at: createdAt, state: "new" as const }, ...events].map(({ at, state }) => ({
        at: dateAndTime(locale, at),
        state: text.requests.states[state],
      })),
    })),
    isConfirmed: !!user.email_confirmed_at,
    hasMore: requests.length > mostRequests,
    profile: profileIn(user.user_metadata, locale),
    newEmail: user.new_email,
    factors: (user.factors ?? [])
      .filter(({ status }) => status === "verified")
      .map(({ id, created_at }) => ({ id, since: longDate(locale, new Date(created_at)) })),
    needsFactor: searchParams.get("needed") === "factor" && !hasFactor(user),
    identities: (user.identities ?? []).map(({ identity_id: id, provider, identity_data: data }) => ({
      id,
      provider,
      email: typeof data?.email === "string" ? data.email : "",
    })),
    providers: accounts.providers.filter((provider) => !user.identities?.some((identity) => identity.provider === provider)),
    userId: user.id,
    email,
    isAdmin: isAdmin(user),
  };
}

export async function action(args: Route.ActionArgs) {
  const user = await requireSignedIn(args);
  const { locale, texts } = await textsOf(args);
  const form = await readForm(args.request);
  const intent = textIn(form, "intent");
  if (isAnothers(form, user)) return answer(409, { form: "", message: texts.account.errors.other_account });
  if (!Object.hasOwn(changes, intent)) return answer(400, { form: "", message: texts.account.errors.failed });
  return changes[intent]!({ user, form, locale, texts, context: args.context });
}

export const meta = pageMeta;

export type MeProps = Route.ComponentProps["loaderData"] & { reply?: Route.ComponentProps["actionData"] };

export default function MePage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, nav, locale } = loaderData;
  const props = { ...loaderData, reply: actionData };
  const page = actionData?.newFactor ? (
    <NewFactorSheet factor={actionData.newFactor} reply={actionData} text={text.security.factor} locale={locale} />
  ) : (
    <main id="content" tabIndex={-1} className="mx-auto min-h-[60svh] max-w-5xl px-5 py-16">
      <h1 className="text-heading">{text.heading}</h1>
      <p className="mt-4 text-lead text-muted">{text.lead}</p>
      <FormProblem reply={actionData?.form === "" ? actionData : undefined} />
      <nav aria-label={text.contents} className="mt-6 mb-10">
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {(["requests", "profile", "security", "data"] as const).map((section) => (
            <li key={section}>
              <a href={`#${section}`}>{text[section].heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      <MyRequests {...props} />
      <ProfileForm {...props} />
      <Security {...props} />
      <MyData {...props} />
    </main>
  );
  return (
    <>
      {nav && <AdminNav text={nav} locale={locale} />}
      {page}
    </>
  );
}
