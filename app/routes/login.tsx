import type { AuthError } from "@supabase/supabase-js";
import { useEffect } from "react";
import { Link, redirect, redirectDocument } from "react-router";
import type { Route } from "./+types/login";
import { AccountForm, AccountSheet, RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { refusedEntry } from "#app/account/banned.server.ts";
import { readSession } from "#app/account/guard.server.ts";
import { CodeForm } from "#app/account/code-form.tsx";
import { Done } from "#app/account/done.tsx";
import { keepTyped } from "#app/account/keep-typed.ts";
import { providerName } from "#content/provider-name.ts";
import { takeMailCode } from "#app/account/mail-code.server.ts";
import { readMailed, rememberMailed, type Mailed } from "#app/account/mailed.server.ts";
import { missingFields, refusalOf, reply, statusOf, type Reply } from "#app/account/reply.server.ts";
import { takeSecondStep } from "#app/account/second-step.server.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import { backendContext, siteContext } from "#app/context.ts";
import { dropDrafts } from "#app/conversation/drafts.ts";
import { agency } from "#content/agency.ts";
import { fill, fillAll } from "#content/format.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { ownPath } from "#app/routing/own-path.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PasswordField } from "#app/account/password-field.tsx";
import { TextField } from "#app/ui/field.tsx";

/** The page has one form at a time: the password, a link by mail, a forgotten password, a company, the second step. */
const steps = ["link", "forgot", "company", "code", "sent"] as const;
type Step = (typeof steps)[number] | "password";

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { searchParams } = args.url;
  const client = args.context.get(accountContext);
  const session = await readSession(client);
  if (session && !session.needsFactor) throw redirect(ownPath(searchParams.get("next") ?? "", localePath(locale, "/me")));

  const wanted = steps.find((step) => step === searchParams.get("step"));
  // The second step is for people who have done the first.
  const step: Step = session ? "code" : wanted && wanted !== "code" ? wanted : "password";
  const { meta, ...text } = texts.account.login;
  const { accounts } = args.context.get(backendContext);
  const mailed = readMailed(args.request);
  const title = {
    password: meta.title,
    link: text.byLink.heading,
    forgot: text.forgotten.heading,
    company: text.companySignIn.heading,
    code: text.factor.heading,
    sent: text.linkSent.heading,
  }[step];
  return {
    meta: metaOf(args, { ...meta, title }),
    locale,
    step,
    text: {
      ...text,
      factor: {
        ...text.factor,
        lead: fill(text.factor.lead, { name: agency.name }),
        hint: accounts.isOurs ? texts.account.isItYou.recoveryHint : undefined,
      },
      linkSent: fillAll(text.linkSent, { email: mailed?.email ?? texts.account.register.sent.address }),
      sentAgain: texts.account.register.sent.sentAgain,
      again: texts.account.register.sent.again,
    },
    mailCode: texts.account.code,
    mailed,
    isAgain: searchParams.has("again"),
    providers: accounts.providers,
    isClosed: accounts.signUps === "closed",
    // Only a Supabase project may have companies with a sign-in of their own.
    hasCompanies: !accounts.isOurs,
    next: searchParams.get("next") ?? "",
    isNeeded: searchParams.has("next"),
    farewell: new Map([
      ["yes", text.signedOut],
      ["deleted", text.deleted],
    ]).get(searchParams.get("out") ?? ""),
  };
}

export async function action(args: Route.ActionArgs) {
  const { locale, texts } = await textsOf(args);
  const say = texts.account.errors;
  const { auth } = args.context.get(accountContext);
  const { siteUrl } = args.context.get(siteContext);
  const form = await readForm(args.request);
  const given = (name: string) => textIn(form, name);
  const email = given("email").trim();
  const next = ownPath(given("next"), localePath(locale, "/me"));
  const here = (query: string) => localePath(locale, `/login?${query}`);
  const confirmUrl = `${siteUrl}${localePath(locale, "/confirm")}?${new URLSearchParams({ next })}`;

  switch (given("intent")) {
    case "password": {
      const password = given("password");
      const errors = missingFields(say, { email, password });
      if (Object.keys(errors).length > 0) return reply(400, { errors, typed: { email } });
      const { error } = await auth.signInWithPassword({ email, password });
      if (error?.code === "email_not_confirmed") return unconfirmed(error);
      return error ? refused(error) : redirect(next, 303);
    }
    case "link": {
      if (!email) return reply(400, { errors: missingFields(say, { email }) });
      const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: siteUrl + next } });
      return error ? refused(error) : sent({ kind: "link", email });
    }
    case "forgot": {
      if (!email) return reply(400, { errors: missingFields(say, { email }) });
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo: siteUrl + next });
      return error ? refused(error) : sent({ kind: "recovery", email });
    }
    case "mail-code":
      return takeMailCode(args, form);
    case "company": {
      const domain = given("domain").trim().toLowerCase();
      if (!domain) return reply(400, { errors: missingFields(say, { domain }) });
      const { data, error } = await auth.signInWithSSO({ domain, options: { redirectTo: confirmUrl } });
      if (error) return refused(error);
      // A browser without JavaScript lets the form lead only to addresses of the page's policy, and the company's is in none: a link does.
      if (args.request.headers.get("Sec-Fetch-Dest") === "document") return reply(200, { goOn: data.url });
      // Whoever answers there is not a page of ours, even where the address is.
      return redirectDocument(data.url, 303);
    }
    case "code": {
      const code = given("code").replace(/\s/g, "");
      if (!code) return reply(400, { errors: missingFields(say, { code }) });
      const { data: factors } = await auth.mfa.listFactors();
      if (!factors?.totp.length) return reply(400, { message: say.missing_session });
      const caller = { client: args.context.get(accountContext), accounts: args.context.get(backendContext).accounts };
      const factorIds = factors.totp.map(({ id }) => id);
      const error = await takeSecondStep(caller, code, factorIds);
      return error ? refused(error) : redirect(next, 303);
    }
    case "out":
    case "out-everywhere": {
      // Answers 401, 403 and 404 mean that there was no session left to end; the client ignores them. Here the session ends in any case.
      const scope = given("intent") === "out" ? "local" : "global";
      const { error } = await auth.signOut({ scope });
      if (error && scope === "global") throw new Error("Could not end the sessions", { cause: error });
      return redirect(here("out=yes"), 303);
    }
    default: {
      const provider = /^provider:(\w[\w-]*)$/.exec(given("intent"))?.[1];
      if (!provider) return reply(400, { message: say.failed });
      const { data, error } = await auth.signInWithOAuth({
        provider: provider as "google",
        options: { redirectTo: confirmUrl, skipBrowserRedirect: true },
      });
      return error ? refused(error) : redirectDocument(data.url, 303);
    }
  }

  function sent(mailed: Mailed) {
    const again = args.url.searchParams.get("step") === "sent" ? "&again=yes" : "";
    const query = `step=sent${again}${given("next") ? `&${new URLSearchParams({ next })}` : ""}`;
    return redirect(here(query), { status: 303, headers: { "Set-Cookie": rememberMailed(siteUrl, mailed) } });
  }

  /** They know the password: the page where the mail of their sign-up is sent again may know the address. */
  function unconfirmed(error: AuthError) {
    const way = { to: localePath(locale, "/register?sent=lost"), label: texts.account.ways.resend };
    const headers = { "Set-Cookie": rememberMailed(siteUrl, { kind: "signup", email }) };
    return reply(statusOf(error), { ...refusalOf(say, error), typed: { email }, way }, headers);
  }

  async function refused(error: AuthError) {
    const refusal = await refusedEntry({ ...args, locale, texts }, error, { email });
    return reply(statusOf(error), { ...refusal, typed: { email, domain: given("domain") } });
  }
}

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step, text, farewell } = loaderData;
  useEffect(() => {
    if (farewell) dropDrafts();
  }, [farewell]);
  const props = { ...loaderData, reply: actionData as Reply | undefined };
  switch (step) {
    case "sent":
      return <SentStep {...props} />;
    case "forgot":
      return (
        <OneField
          {...props}
          name="email"
          {...text.forgotten}
          label={text.email}
          action={text.forgotten.send}
          busy={text.forgotten.sending}
        />
      );
    case "link":
      return (
        <OneField {...props} name="email" {...text.byLink} label={text.email} action={text.forgotten.send} busy={text.forgotten.sending} />
      );
    case "company":
      return props.reply?.goOn ? (
        <AccountSheet hasScene heading={text.companySignIn.heading}>
          <p>
            <ButtonLink to={props.reply.goOn}>{text.companySignIn.go}</ButtonLink>
          </p>
        </AccountSheet>
      ) : (
        <OneField
          {...props}
          name="domain"
          {...text.companySignIn}
          label={text.companySignIn.domain}
          hint={text.companySignIn.domainHint}
          action={text.companySignIn.go}
        />
      );
    case "code":
      return (
        <OneField
          {...props}
          name="code"
          {...text.factor}
          label={text.factor.code}
          action={text.factor.verify}
          busy={text.factor.verifying}
        />
      );
    default:
      return <PasswordStep {...props} />;
  }
}

type StepProps = Route.ComponentProps["loaderData"] & { reply?: Reply };

function signInPath(locale: Locale, next: string): string {
  return localePath(locale, `/login${next && `?${new URLSearchParams({ next })}`}`);
}

/** The mail is on its way: takes its code, and sends it again. */
function SentStep({ text, locale, mailCode, mailed, next, isAgain, reply: answer }: StepProps) {
  const isOfCode = answer?.form === "mail-code";
  return (
    <AccountSheet hasScene heading={text.linkSent.heading} lead={text.linkSent.text}>
      <Done>{isAgain && !answer ? text.sentAgain : undefined}</Done>
      <CodeForm text={mailCode} email={mailed?.email} next={next} reply={isOfCode ? answer : undefined} />
      <div className="grid gap-5 border-t border-line pt-6">
        {mailed && (
          <AccountForm reply={isOfCode ? undefined : answer}>
            <input type="hidden" name="email" value={mailed.email} />
            <input type="hidden" name="next" value={next} />
            <SubmitButton
              intent={mailed.kind === "recovery" ? "forgot" : "link"}
              label={text.again}
              busyLabel={text.forgotten.sending}
              look="quiet"
            />
          </AccountForm>
        )}
        <p>
          <Link to={signInPath(locale, next)}>{text.linkSent.back}</Link>
        </p>
      </div>
    </AccountSheet>
  );
}

function PasswordStep({ text, locale, next, providers, hasCompanies, isClosed, isNeeded, farewell, reply: answer }: StepProps) {
  const keep = next ? `&${new URLSearchParams({ next })}` : "";
  return (
    <AccountSheet heading={text.heading} lead={(!answer && farewell) || (isNeeded ? text.needed : text.lead)} hasScene>
      <AccountForm reply={answer}>
        <RequiredNote />
        <input type="hidden" name="next" value={next} />
        <TextField
          name="email"
          label={text.email}
          required
          type="email"
          autoComplete="username"
          defaultValue={answer?.typed?.email}
          error={answer?.errors?.email}
        />
        <PasswordField name="password" label={text.password} required autoComplete="current-password" error={answer?.errors?.password} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton intent="password" label={text.signIn} busyLabel={text.signingIn} />
          <Link to={localePath(locale, `/login?step=forgot${keep}`)}>{text.forgot}</Link>
        </div>
      </AccountForm>
      <ul className="grid gap-2 border-t border-line pt-6">
        <li>
          <Link to={localePath(locale, `/login?step=link${keep}`)}>{text.link}</Link>
        </li>
        {hasCompanies && (
          <li>
            <Link to={localePath(locale, `/login?step=company${keep}`)}>{text.company}</Link>
          </li>
        )}
      </ul>
      {providers.length > 0 && (
        <AccountForm>
          <input type="hidden" name="next" value={next} />
          {providers.map((provider) => (
            <SubmitButton
              key={provider}
              intent={`provider:${provider}`}
              look="quiet"
              label={fill(text.provider, { provider: providerName(provider) })}
            />
          ))}
        </AccountForm>
      )}
      {isClosed ? (
        <p>
          {text.byInvitation} <Link to={localePath(locale, "/contact")}>{text.write}</Link>
        </p>
      ) : (
        <p>
          {text.noAccount} <Link to={localePath(locale, "/register")}>{text.create}</Link>
        </p>
      )}
    </AccountSheet>
  );
}

type OneFieldProps = StepProps & {
  name: "email" | "domain" | "code";
  heading: string;
  lead?: string;
  label: string;
  hint?: string;
  action: string;
  busy?: string;
};

function OneField({ step, text, locale, next, reply: answer, name, heading, lead, label, hint, action: verb, busy }: OneFieldProps) {
  const kinds = {
    email: { type: "email", autoComplete: "username" },
    domain: { type: "text", autoComplete: "organization" },
    code: { type: "text", inputMode: "numeric", autoComplete: "one-time-code" },
  } as const;
  return (
    <AccountSheet hasScene heading={heading} lead={lead}>
      <AccountForm reply={answer}>
        <RequiredNote />
        <input type="hidden" name="next" value={next} />
        <TextField
          name={name}
          label={label}
          hint={hint}
          required
          {...kinds[name]}
          data-focus={name === "code" || undefined}
          defaultValue={answer?.typed?.[name]}
          error={answer?.errors?.[name]}
        />
        <SubmitButton intent={step} label={verb} busyLabel={busy} />
      </AccountForm>
      {step === "code" ? (
        <>
          <p>
            {text.factor.lost} <Link to={localePath(locale, "/contact")}>{text.write}</Link>
          </p>
          <AccountForm>
            <SubmitButton intent="out" label={text.factor.leave} look="quiet" />
          </AccountForm>
        </>
      ) : (
        <p>
          <Link to={signInPath(locale, next)}>{text.linkSent.back}</Link>
        </p>
      )}
    </AccountSheet>
  );
}
