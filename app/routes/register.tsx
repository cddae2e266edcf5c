import { Link, redirect } from "react-router";
import type { Route } from "./+types/register";
import { AccountForm, AccountSheet, RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { CodeForm } from "#app/account/code-form.tsx";
import { Done } from "#app/account/done.tsx";
import { readSession } from "#app/account/guard.server.ts";
import { keepTyped } from "#app/account/keep-typed.ts";
import { takeMailCode } from "#app/account/mail-code.server.ts";
import { readMailed, rememberMailed } from "#app/account/mailed.server.ts";
import { missingFields, refusalOf, reply, statusOf, type Reply } from "#app/account/reply.server.ts";
import { markRegistration } from "#app/account/registration.server.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import { cleanLine, lengthOf, limits } from "#backend/requests/request.ts";
import { requestSchema } from "#backend/requests/schema.ts";
import { backendContext, siteContext } from "#app/context.ts";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { fill, fillAll } from "#content/format.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { localePath } from "#content/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { readDocument } from "#content/legal-document.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConsentBox } from "#app/ui/consent-box.tsx";
import { PasswordField } from "#app/account/password-field.tsx";
import { TextField } from "#app/ui/field.tsx";
import { PrivacyNote } from "#app/ui/privacy-note.tsx";
import { shortestPassword } from "#backend/auth/password-rule.ts";

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  if (await readSession(args.context.get(accountContext))) throw redirect(localePath(locale, "/me"));
  const { meta, ...text } = texts.account.register;
  const sent = args.url.searchParams.get("sent");
  const step = sent === "lost" ? { ...text.sent, ...text.lost } : text.sent;
  const mailed = readMailed(args.request);
  const isClosed = args.context.get(backendContext).accounts.signUps === "closed";
  const email = mailed?.kind === "signup" ? mailed.email : undefined;
  return {
    meta: metaOf(args, { ...meta, title: sent ? step.heading : isClosed ? text.closed.heading : meta.title }),
    locale,
    text: {
      ...fillAll(text, { min: shortestPassword, legalName: agency.legalName, email: agency.email }),
      sent: fillAll(step, { email: email ?? text.sent.address }),
    },
    code: texts.account.code,
    sent,
    isClosed,
    email,
    /** From a conversation that was opened by the link of a mail. */
    given: args.url.searchParams.get("email") ?? undefined,
  };
}

export async function action(args: Route.ActionArgs) {
  const { locale, texts } = await textsOf(args);
  const { errors: say } = texts.account;
  const form = await readForm(args.request);
  const given = (name: string) => textIn(form, name);
  const { siteUrl } = args.context.get(siteContext);
  const { auth } = args.context.get(accountContext);
  const emailRedirectTo = siteUrl + localePath(locale, "/me");
  const here = (sent: string) => localePath(locale, `/register?sent=${sent}`);

  if (given("intent") === "mail-code") return takeMailCode(args, form);
  if (given("intent") === "resend") {
    const email = given("email").trim();
    // The sign-up as it is: its name, its password and its consent stay.
    const { error } = await auth.resend({ type: "signup", email, options: { emailRedirectTo } });
    if (error) return reply(statusOf(error), refusalOf(say, error));
    return redirect(here("again"), { status: 303, headers: { "Set-Cookie": rememberMailed(siteUrl, { kind: "signup", email }) } });
  }

  const typed = { name: cleanLine(given("name")), email: given("email").trim(), privacy: given("privacy") };
  const password = given("password");
  const errors = wrongIn({ ...typed, password }, say);
  if (Object.keys(errors).length > 0) return reply(400, { errors, typed });

  const { mark, cookie } = markRegistration(siteUrl);
  const { error } = await auth.signUp({
    email: typed.email,
    password,
    options: {
      data: { name: typed.name, locale, privacy_version: readDocument(locale, "politica-privacidad").version, registered_in: mark },
      emailRedirectTo,
    },
  });
  if (error) return reply(statusOf(error), { ...refusalOf(say, error), typed });
  const headers = new Headers([
    ["Set-Cookie", cookie],
    ["Set-Cookie", rememberMailed(siteUrl, { kind: "signup", email: typed.email })],
  ]);
  return redirect(here("yes"), { status: 303, headers });
}

/** Everything that is wrong, in the order of the form. */
function wrongIn(given: Record<"name" | "email" | "password" | "privacy", string>, say: Content["account"]["errors"]) {
  const { privacy, ...texts } = given;
  const errors: Record<string, string | undefined> = {
    name: undefined,
    email: undefined,
    password: undefined,
    ...missingFields(say, texts),
  };
  if (lengthOf(given.name) > limits.line) errors.name = fill(say.long, { field: say.fields.name, max: limits.line });
  if (!requestSchema.shape.email.safeParse(given.email).success) errors.email ??= say.email;
  if (lengthOf(given.password) < shortestPassword) errors.password ??= fill(say.weak_length, { min: shortestPassword });
  if (privacy !== "on") errors.privacy = say.privacy;
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => !!entry[1]));
}

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { locale, text, sent, isClosed, given } = loaderData;
  const answer = actionData as Reply | undefined;
  if (sent) return <SentStep {...loaderData} reply={answer} />;
  if (isClosed) {
    return (
      <AccountSheet hasScene heading={text.closed.heading} lead={text.closed.text}>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to={localePath(locale, "/contact")}>{text.closed.write}</ButtonLink>
          <Link to={localePath(locale, "/login")}>{text.signIn}</Link>
        </p>
      </AccountSheet>
    );
  }
  const field = (name: string) => ({ name, error: answer?.errors?.[name], defaultValue: answer?.typed?.[name] });
  return (
    <AccountSheet hasScene heading={text.heading} lead={text.lead}>
      <AccountForm reply={answer}>
        <RequiredNote />
        <TextField {...field("name")} label={text.name} required autoComplete="name" />
        <TextField
          {...field("email")}
          defaultValue={answer?.typed?.email ?? given}
          label={text.email}
          required
          type="email"
          autoComplete="email"
        />
        <PasswordField {...field("password")} label={text.password} required autoComplete="new-password" hint={text.passwordHint} />
        <PrivacyNote text={text.note} locale={locale} />
        <ConsentBox
          name="privacy"
          text={text.privacy}
          to={localePath(locale, "/legal/politica-privacidad")}
          error={answer?.errors?.privacy}
          accepted={answer?.typed?.privacy === "on"}
        />
        <SubmitButton intent="register" label={text.create} busyLabel={text.creating} />
      </AccountForm>
      <p>
        {text.haveOne} <Link to={localePath(locale, "/login")}>{text.signIn}</Link>
      </p>
    </AccountSheet>
  );
}

/** The mail is on its way: takes its code, and sends it again. */
function SentStep({
  locale,
  text: { sent: text },
  code,
  sent,
  email,
  reply: answer,
}: Route.ComponentProps["loaderData"] & { reply?: Reply }) {
  const isOfCode = answer?.form === "mail-code";
  return (
    <AccountSheet hasScene heading={text.heading} lead={text.text}>
      <Done>{sent === "again" && !answer ? text.sentAgain : undefined}</Done>
      <CodeForm text={code} email={email} reply={isOfCode ? answer : undefined} />
      <div className="grid gap-5 border-t border-line pt-6">
        <p>{text.spam}</p>
        {email && (
          <AccountForm reply={isOfCode ? undefined : answer}>
            <input type="hidden" name="email" value={email} />
            <SubmitButton intent="resend" label={text.again} busyLabel={text.sending} look={sent === "lost" ? undefined : "quiet"} />
          </AccountForm>
        )}
        <p>
          {email && text.notYours} <Link to={localePath(locale, "/register")}>{text.startAgain}</Link>
        </p>
      </div>
    </AccountSheet>
  );
}
