import { useState } from "react";
import { Form } from "react-router";
import type { Route } from "./+types/me";
import { FormProblem, SubmitButton } from "#app/account/account-sheet.tsx";
import { keepTyped } from "#app/account/keep-typed.ts";
import { isAnothers, requireSignedIn } from "#app/account/guard.server.ts";
import { IsItYouSheet } from "#app/account/is-it-you.tsx";
import { AdminNav } from "#app/shell/admin-frame.tsx";
import { sheetContext } from "#app/context.ts";
import { readForm } from "#backend/form-text.ts";
import { textsOf } from "#app/i18n/page-texts.server.ts";
import { useLive } from "#app/live/use-live.ts";
import { answer, makeChange, type MeReply } from "#app/me/change.server.ts";
import { MyData } from "#app/me/my-data.tsx";
import { readMyPage } from "#app/me/my-page.server.ts";
import { MyRequests } from "#app/me/my-requests.tsx";
import { NewFactorSheet } from "#app/me/new-factor.tsx";
import { ProfileForm } from "#app/me/profile-form.tsx";
import { RecoveryCodesSheet } from "#app/me/recovery-codes.tsx";
import { DoneHere } from "#app/me/section.tsx";
import { Security } from "#app/me/security.tsx";
import { pageMeta } from "#app/seo/page-meta.ts";
import type { Content } from "#content/en/index.ts";
import { localePath } from "#content/locales.ts";

export const loader = (args: Route.LoaderArgs) => readMyPage(args);

export async function action(args: Route.ActionArgs) {
  const user = await requireSignedIn(args);
  const { locale, texts } = await textsOf(args);
  const form = await readForm(args.request);
  if (isAnothers(form, user)) return answer(409, { form: "", message: texts.account.errors.other_account });
  const made = await makeChange({ user, form, locale, texts, context: args.context });
  if (!(made instanceof Response)) args.context.set(sheetContext, headingOf(made.data, texts));
  return made;
}

/** What the answer to a form is headed, where it takes the place of the page. */
function headingOf({ isItYou, recoveryCodes, newFactor }: MeReply, { account, me }: Content): string | null {
  if (isItYou) return account.isItYou.heading;
  if (recoveryCodes) return me.security.recovery.heading;
  return newFactor ? me.security.factor.heading : null;
}

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function MePage({ loaderData, actionData }: Route.ComponentProps) {
  const latest = actionData as MeReply | undefined;
  const [sheet, setSheet] = useState(latest);
  if (latest !== sheet && !latest?.unreachable) setSheet(latest);
  // A form that did not reach the server stays on the sheet where it was.
  const reply = latest?.unreachable ? { ...sheet, ...latest } : latest;
  const { text, nav, locale, userId } = loaderData;
  useLive({ topic: `person:${userId}`, paused: Boolean(latest), polls: "visible" });
  // What was done before is not said beside what went wrong now.
  const props = { ...loaderData, done: reply ? undefined : loaderData.done, reply };
  const page = (reply && sheetFor(loaderData, reply)) ?? (
    <main id="content" tabIndex={-1} className="page min-h-[60svh] py-8">
      <div className="lg:grid lg:grid-cols-[14rem_minmax(0,48rem)] lg:gap-x-16">
        <div className="mb-6 grid content-start gap-4 lg:sticky lg:top-24 lg:self-start">
          <div>
            <h1 className="text-title">{text.heading}</h1>
            <p className="mt-1 text-sm wrap-anywhere text-muted">{text.lead}</p>
          </div>
          <nav aria-label={text.contents}>
            <ul className="flex flex-wrap gap-x-6 lg:grid">
              {(["requests", "profile", "security", "data"] as const).map((section) => (
                <li key={section}>
                  <a
                    href={`#${section}`}
                    className="inline-flex min-h-11 items-center font-medium text-ink decoration-tide decoration-3 underline-offset-8 hover:underline"
                  >
                    {text[section].heading}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Form method="post" action={localePath(locale, "/login")}>
            <SubmitButton intent="out" label={text.security.sessions.end} look="quiet" />
          </Form>
        </div>
        <div>
          <FormProblem reply={reply?.form === "" ? reply : undefined} />
          <div className="mb-6 empty:hidden">
            <DoneHere done={props.done} when={["confirmed", "passwordSaved", "emailChanged"]} />
          </div>
          <MyRequests {...props} />
          <ProfileForm {...props} />
          <Security {...props} />
          <MyData {...props} />
        </div>
      </div>
    </main>
  );
  return (
    <>
      {nav && <AdminNav text={nav} locale={locale} />}
      {page}
    </>
  );
}

/** What takes the place of the page, until it is done. */
function sheetFor({ text, isItYou, locale }: Route.ComponentProps["loaderData"], reply: MeReply) {
  const here = localePath(locale, "/me");
  if (reply.isItYou) return <IsItYouSheet asked={reply.isItYou} reply={reply} text={isItYou} action={here} back={here} />;
  if (reply.recoveryCodes) return <RecoveryCodesSheet codes={reply.recoveryCodes} text={text.security.recovery} locale={locale} />;
  if (reply.newFactor) return <NewFactorSheet factor={reply.newFactor} reply={reply} text={text.security.factor} locale={locale} />;
}
