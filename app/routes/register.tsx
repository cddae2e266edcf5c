import { Link, redirect } from "react-router";
import type { Route } from "./+types/register";
import { AccountForm, AccountSheet, SubmitButton } from "#app/account/account-sheet.tsx";
import { missingFields, reply, sentenceOf, shortestPassword, statusOf } from "#app/account/reply.server.ts";
import { markRegistration } from "#app/account/registration.server.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import { cleanLine } from "#backend/requests/request.ts";
import { siteContext } from "#app/context.ts";
import { fillAll } from "#content/format.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { localePath } from "#content/locales.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { readDocument } from "#app/legal/document.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConsentBox } from "#app/ui/consent-box.tsx";
import { TextField } from "#app/ui/field.tsx";

const longestName = 100;

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { meta, ...text } = texts.account.register;
  const sent = args.url.searchParams.get("sent") === "yes";
  return {
    meta: metaOf(args, { ...meta, title: sent ? text.sent.heading : meta.title }),
    locale,
    text: fillAll(text, { min: shortestPassword }),
    sent,
  };
}

export async function action(args: Route.ActionArgs) {
  const { locale, texts } = await textsOf(args);
  const { errors: say } = texts.account;
  const form = await readForm(args.request);
  const given = (name: string) => textIn(form, name);
  const typed = { name: cleanLine(given("name")), email: given("email").trim(), privacy: given("privacy") };
  const password = given("password");
  const errors = missingFields(say, { name: typed.name, email: typed.email, password });
  if ([...typed.name].length > longestName) errors.name = fillAll(say.long, { max: longestName });
  if (typed.privacy !== "on") errors.privacy = say.privacy;
  const message = errors.email || errors.password ? say.missing : undefined;
  if (Object.keys(errors).length > 0) return reply(400, { message, errors, typed });

  const { siteUrl } = args.context.get(siteContext);
  const { mark, cookie } = markRegistration(siteUrl);
  const { error } = await args.context.get(accountContext).auth.signUp({
    email: typed.email,
    password,
    options: {
      data: { name: typed.name, locale, privacy_version: readDocument(locale, "politica-privacidad").version, registered_in: mark },
      emailRedirectTo: siteUrl + localePath(locale, "/me"),
    },
  });
  if (error) {
    const sentence = sentenceOf(say, error);
    return reply(
      statusOf(error),
      error.code === "weak_password" ? { errors: { password: sentence }, typed } : { message: sentence, typed },
    );
  }
  return redirect(localePath(locale, "/register?sent=yes"), { status: 303, headers: { "Set-Cookie": cookie } });
}

export const meta = pageMeta;

export default function RegisterPage({ loaderData: { locale, text, sent }, actionData }: Route.ComponentProps) {
  if (sent) {
    return (
      <AccountSheet heading={text.sent.heading} lead={text.sent.text}>
        <p>{text.sent.spam}</p>
        <p>
          <ButtonLink to={localePath(locale, "/login?step=link")} look="quiet">
            {text.sent.again}
          </ButtonLink>
        </p>
      </AccountSheet>
    );
  }
  const field = (name: string) => ({ name, error: actionData?.errors?.[name], defaultValue: actionData?.typed?.[name] });
  return (
    <AccountSheet heading={text.heading} lead={text.lead}>
      <AccountForm reply={actionData}>
        <TextField {...field("name")} label={text.name} required autoComplete="name" />
        <TextField {...field("email")} label={text.email} required type="email" autoComplete="email" />
        <TextField
          {...field("password")}
          label={text.password}
          required
          type="password"
          autoComplete="new-password"
          hint={text.passwordHint}
        />
        <ConsentBox
          name="privacy"
          text={text.privacy}
          to={localePath(locale, "/legal/politica-privacidad")}
          error={actionData?.errors?.privacy}
          accepted={actionData?.typed?.privacy === "on"}
        />
        <SubmitButton intent="register" label={text.create} busyLabel={text.creating} />
      </AccountForm>
      <p>
        {text.haveOne} <Link to={localePath(locale, "/login")}>{text.signIn}</Link>
      </p>
    </AccountSheet>
  );
}
