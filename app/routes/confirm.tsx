import { Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/confirm";
import { AccountForm, AccountSheet, RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { readSession } from "#app/account/guard.server.ts";
import { changeOwn } from "#app/account/own-change.server.ts";
import { keepTyped } from "#app/account/keep-typed.ts";
import { missingFields, refusalOf, reply, sentenceOf, shortestPassword, statusOf, type Reply } from "#app/account/reply.server.ts";
import { isRegisteredHere, unknownPassword } from "#app/account/registration.server.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import { backendContext } from "#app/context.ts";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { fill } from "#content/format.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { localePath } from "#content/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { ownPath } from "#app/routing/own-path.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

/** Where every link of our mails lands, and where providers send people back to. */
export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { meta, kinds, ...text } = texts.account.confirm;
  const say = texts.account.errors;
  const { auth } = args.context.get(accountContext);
  const query = args.url.searchParams;
  const next = ownPath(query.get("next") ?? "", localePath(locale, "/me"));

  let problem: string | undefined;
  const code = query.get("code");
  if (code) {
    const { error } = await auth.exchangeCodeForSession(code);
    if (!error) throw redirect(next);
    problem = error.name === "AuthPKCECodeVerifierMissingError" ? say.not_pkce : sentenceOf(say, error);
  } else if (query.has("error")) {
    const given = query.get("error_code") ?? query.get("error") ?? "";
    problem = sentenceOf(say, { code: given, message: "", name: "AuthApiError", status: 400 } as Parameters<typeof sentenceOf>[1]);
  }

  const type = query.get("type") ?? "";
  const isKind = Object.hasOwn(kinds, type) && query.has("token_hash");
  const isPassword = query.get("step") === "password";
  const session = isPassword ? await readSession(args.context.get(accountContext)) : undefined;
  // The link is the first step; without the second one the accounts take no new password.
  if (session?.needsFactor) {
    const here = localePath(locale, `/confirm?${new URLSearchParams({ step: "password", next })}`);
    throw redirect(localePath(locale, `/login?${new URLSearchParams({ step: "code", next: here })}`));
  }
  const hint = fill(texts.account.register.passwordHint, { min: shortestPassword });
  const link = isKind && !problem ? { ...kinds[type as keyof typeof kinds], type, tokenHash: query.get("token_hash")! } : undefined;
  const step = session ? ("password" as const) : query.get("step") === "half" ? ("half" as const) : undefined;
  return {
    meta: metaOf(args, { ...meta, title: step ? text[step].heading : (link?.heading ?? text.problem) }),
    locale,
    text,
    hint,
    next: query.get("next") ?? "",
    link,
    isElsewhere: query.get("why") === "elsewhere",
    step,
    problem: problem ?? (isPassword ? say.missing_session : say.no_code),
    // Who wanted another password gets another link to choose one.
    again: localePath(locale, `/login?step=${type === "recovery" ? "forgot" : "link"}`),
    // What stands behind # does not reach the server: a link without a query may still bring something.
    fragment:
      query.size === 0
        ? { not_implicit: say.not_implicit, no_session_in_url: say.no_session_in_url, no_browser: say.no_browser }
        : undefined,
  };
}

export async function action(args: Route.ActionArgs) {
  const { locale, texts } = await textsOf(args);
  const say = texts.account.errors;
  const { auth } = args.context.get(accountContext);
  const form = await readForm(args.request);
  const given = (name: string) => textIn(form, name);
  const next = ownPath(given("next"), localePath(locale, "/me"));
  const here = (step: string, more = {}) => localePath(locale, `/confirm?${new URLSearchParams({ step, ...more, next })}`);

  if (given("intent") === "password") {
    const password = given("password");
    const errors = missingFields(say, { password });
    if (errors.password) return reply(400, { errors });
    const session = await readSession(args.context.get(accountContext));
    if (!session) return reply(401, { message: say.missing_session });
    const { context } = args;
    const error = await changeOwn({ context, user: session.user }, "password", (client) => client.auth.updateUser({ password }));
    return error ? reply(statusOf(error), refusalOf(say, error)) : redirect(next, 303);
  }

  // By a button, because programs that look into mails open every link in them.
  const type = given("type") as "signup" | "recovery" | "invite";
  const { data, error } = await auth.verifyOtp({ token_hash: given("token_hash"), type });
  if (error) return reply(statusOf(error), { message: sentenceOf(say, error) });
  if (!data.session) return redirect(here("half"), 303);
  if (type === "recovery" || type === "invite") return redirect(here("password"), 303);
  if (type === "signup" && !isRegisteredHere(args.request, data.session.user)) {
    // Ours have let go of it already; a Supabase project has to be told.
    const { isOurs } = args.context.get(backendContext).accounts;
    const failed = isOurs ? null : (await auth.updateUser({ password: unknownPassword() })).error;
    if (failed) return reply(statusOf(failed), { message: sentenceOf(say, failed) });
    // Who asked for a link alone never typed one.
    if ("registered_in" in data.session.user.user_metadata) return redirect(here("password", { why: "elsewhere" }), 303);
  }
  return redirect(next, 303);
}

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function ConfirmPage({
  loaderData: { locale, text, hint, next, link, step, isElsewhere, problem, again, fragment },
  actionData,
}: Route.ComponentProps) {
  const answer = actionData as Reply | undefined;
  if (step === "half") return <AccountSheet heading={text.half.heading} lead={text.half.text} />;
  if (step === "password") {
    return (
      <AccountSheet heading={text.password.heading} lead={isElsewhere ? text.password.elsewhere : text.password.lead}>
        <AccountForm reply={answer}>
          <RequiredNote />
          <input type="hidden" name="next" value={next} />
          <TextField
            name="password"
            label={text.password.password}
            required
            type="password"
            autoComplete="new-password"
            hint={hint}
            error={answer?.errors?.password}
          />
          <SubmitButton intent="password" label={text.password.save} busyLabel={text.password.saving} />
        </AccountForm>
      </AccountSheet>
    );
  }
  if (link && !answer?.message) {
    return (
      <AccountSheet heading={link.heading} lead={link.lead}>
        <AccountForm>
          <input type="hidden" name="token_hash" value={link.tokenHash} />
          <input type="hidden" name="type" value={link.type} />
          <input type="hidden" name="next" value={next} />
          <SubmitButton intent="verify" label={link.action} busyLabel={text.confirming} />
        </AccountForm>
      </AccountSheet>
    );
  }
  return <Problem sentence={answer?.message ?? problem} {...{ again, fragment, text, locale }} />;
}

type ProblemProps = Pick<Route.ComponentProps["loaderData"], "again" | "fragment" | "text" | "locale"> & { sentence: string };

/** Why the link does not work, and the ways out. */
function Problem({ sentence, again, fragment, text, locale }: ProblemProps) {
  const found = useFragmentProblem();
  return (
    <AccountSheet heading={text.problem} lead={(found && fragment?.[found]) ?? sentence}>
      {fragment && <p className="hidden noscript:block">{fragment.no_browser}</p>}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to={again}>{text.again}</ButtonLink>
        <Link to={localePath(locale, "/login")}>{text.signIn}</Link>
        <Link to={localePath(locale, "/contact")}>{text.write}</Link>
      </p>
    </AccountSheet>
  );
}

/** Links of the implicit flow bring a session behind #. It is not taken: anyone could send you one of theirs. */
function useFragmentProblem(): "not_implicit" | "no_session_in_url" | undefined {
  const { hash } = useLocation();
  const hydrated = useHydrated();
  if (!hydrated || !hash.includes("=")) return;
  const given = new URLSearchParams(hash.slice(1));
  return given.has("access_token") && given.has("refresh_token") ? "not_implicit" : "no_session_in_url";
}
