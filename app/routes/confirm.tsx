import { Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/confirm";
import { AccountForm, AccountSheet, RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { refusedEntry } from "#app/account/banned.server.ts";
import { readSession } from "#app/account/guard.server.ts";
import { changeOwn } from "#app/account/own-change.server.ts";
import { CodeForm } from "#app/account/code-form.tsx";
import { keepTyped } from "#app/account/keep-typed.ts";
import { goOn, takeMailCode } from "#app/account/mail-code.server.ts";
import { readMailed } from "#app/account/mailed.server.ts";
import { missingFields, refusalOf, reply, sentenceOf, statusOf, type Reply } from "#app/account/reply.server.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import { saying, verify } from "#app/account/verified.server.ts";
import { sheetContext } from "#app/context.ts";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { fill } from "#content/format.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { localePath } from "#content/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { ownPath } from "#app/routing/own-path.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PasswordField } from "#app/account/password-field.tsx";
import { shortestPassword } from "#backend/auth/password-rule.ts";

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
  const session = await readSession(args.context.get(accountContext));
  // The link is the first step; without the second one the accounts take no new password.
  if (isPassword && session?.needsFactor) {
    const here = localePath(locale, `/confirm?${new URLSearchParams({ step: "password", next })}`);
    throw redirect(localePath(locale, `/login?${new URLSearchParams({ step: "code", next: here })}`));
  }
  const hint = fill(texts.account.register.passwordHint, { min: shortestPassword });
  const link = isKind && !problem ? { ...kinds[type as keyof typeof kinds], type, tokenHash: query.get("token_hash")! } : undefined;
  const step = session && isPassword ? ("password" as const) : query.get("step") === "half" ? ("half" as const) : undefined;
  const title = step ? text[step].heading : (link?.heading ?? (query.size === 0 ? texts.account.code.heading : text.problem));
  return {
    meta: metaOf(args, { ...meta, title }),
    locale,
    text,
    code: texts.account.code,
    isSignedIn: !!session,
    hint,
    next: query.get("next") ?? "",
    link,
    isElsewhere: query.get("why") === "elsewhere",
    step,
    problem: problem ?? (isPassword ? say.missing_session : say.no_code),
    // Who wanted another password gets another link to choose one.
    again: localePath(
      locale,
      `/login?${new URLSearchParams({ step: type === "recovery" ? "forgot" : "link", ...(query.has("next") && { next }) })}`,
    ),
    mailed: readMailed(args.request)?.email,
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
  const form = await readForm(args.request);
  const given = (name: string) => textIn(form, name);
  const next = ownPath(given("next"), localePath(locale, "/me"));

  if (given("intent") === "password") {
    const password = given("password");
    const errors = missingFields(say, { password });
    if (errors.password) return reply(400, { errors });
    const session = await readSession(args.context.get(accountContext));
    if (!session) return reply(401, { message: say.missing_session });
    const { context } = args;
    const error = await changeOwn({ context, user: session.user }, "password", (client) => client.auth.updateUser({ password }));
    return error ? reply(statusOf(error), refusalOf(say, error)) : redirect(saying(next, "passwordSaved"), 303);
  }

  if (given("intent") === "mail-code") return takeMailCode(args, form);

  // By a button, because programs that look into mails open every link in them.
  const link = given("token_hash");
  const { error, ...verified } = await verify(args.context, { token_hash: link, type: given("type") as "signup" });
  if (!error) return goOn(args, verified, given("next"));
  args.context.set(sheetContext, texts.account.confirm.problem);
  const { message = sentenceOf(say, error) } = await refusedEntry({ ...args, locale, texts }, error, { link });
  return reply(statusOf(error), { message });
}

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function ConfirmPage({ loaderData, actionData }: Route.ComponentProps) {
  const { locale, text, hint, next, link, step, isElsewhere, isSignedIn, problem } = loaderData;
  const answer = actionData as Reply | undefined;
  if (step === "half") {
    return (
      <AccountSheet hasScene heading={text.half.heading} lead={text.half.text}>
        <p>
          <ButtonLink to={localePath(locale, isSignedIn ? "/me" : "/login")}>{isSignedIn ? text.toMe : text.signIn}</ButtonLink>
        </p>
      </AccountSheet>
    );
  }
  if (step === "password") {
    return (
      <AccountSheet hasScene heading={text.password.heading} lead={isElsewhere ? text.password.elsewhere : text.password.lead}>
        <AccountForm reply={answer}>
          <RequiredNote />
          <input type="hidden" name="next" value={next} />
          <PasswordField
            name="password"
            label={text.password.password}
            required
            autoComplete="new-password"
            hint={hint}
            error={answer?.errors?.password}
          />
          <SubmitButton intent="password" label={text.password.save} busyLabel={text.password.saving} />
        </AccountForm>
      </AccountSheet>
    );
  }
  if (link && !answer?.message && answer?.form !== "mail-code") {
    return (
      <AccountSheet hasScene heading={link.heading} lead={link.lead}>
        <AccountForm>
          <input type="hidden" name="token_hash" value={link.tokenHash} />
          <input type="hidden" name="type" value={link.type} />
          <input type="hidden" name="next" value={next} />
          <SubmitButton intent="verify" label={link.action} busyLabel={text.confirming} />
        </AccountForm>
      </AccountSheet>
    );
  }
  return <Problem {...loaderData} sentence={answer?.message ?? problem} reply={answer} />;
}

type ProblemProps = Route.ComponentProps["loaderData"] & { sentence: string; reply?: Reply };

/** Why the link does not work, and the ways out. Without a link, the page takes the code of the mail. */
function Problem({ sentence, again, fragment, text, code, next, mailed, isSignedIn, locale, reply: answer }: ProblemProps) {
  const found = useFragmentProblem();
  const isCode = answer?.form === "mail-code" || (fragment && !found);
  const lead = isCode ? code.lead : ((found && fragment?.[found]) ?? sentence);
  return (
    <AccountSheet hasScene isStep={!!answer?.message} heading={isCode ? code.heading : text.problem} lead={lead}>
      {fragment && !answer && <p className="hidden noscript:block">{fragment.no_browser}</p>}
      {isSignedIn && (
        <>
          <p>{text.signedIn}</p>
          <p>
            <ButtonLink to={localePath(locale, "/me")}>{text.toMe}</ButtonLink>
          </p>
        </>
      )}
      {isCode && <CodeForm text={code} guess={mailed} next={next} reply={answer} />}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {!isSignedIn && (
          <>
            <ButtonLink to={again} look={isCode ? "quiet" : undefined}>
              {text.again}
            </ButtonLink>
            <Link to={localePath(locale, "/login")}>{text.signIn}</Link>
          </>
        )}
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
