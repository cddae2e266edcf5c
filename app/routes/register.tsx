import { Link, redirect } from "react-router";
import type { Route } from "./+types/register";
import { AccountForm, AccountSheet, RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { keepTyped } from "#app/account/keep-typed.ts";
import { missingFields, refusalOf, reply, shortestPassword, statusOf, type Reply } from "#app/account/reply.server.ts";
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
import { readDocument } from "#app/legal/document.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConsentBox } from "#app/ui/consent-box.tsx";
import { TextField } from "#app/ui/field.tsx";
import { PrivacyNote } from "#app/ui/privacy-note.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { meta, ...text } = texts.account.register;
  const sent = args.url.searchParams.get("sent") === "yes";
  return {
    meta: metaOf(args, { ...meta, title: sent ? text.sent.heading : meta.title }),
    locale,
    text: fillAll(text, { min: shortestPassword, legalName: agency.legalName, email: agency.email }),
    sent,
    isClosed: args.context.get(backendContext).accounts.signUps === "closed",
  };
}

export async function action(args: Route.ActionArgs) {
  const { locale, texts } = await textsOf(args);
  const { errors: say } = texts.account;
  const form = await readForm(args.request);
  const given = (name: string) => textIn(form, name);
  const typed = { name: cleanLine(given("name")), email: given("email").trim(), privacy: given("privacy") };
  const password = given("password");
  const errors = wrongIn({ ...typed, password }, say);
  if (Object.keys(errors).length > 0) return reply(400, { errors, typed });

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
  if (error) return reply(statusOf(error), { ...refusalOf(say, error), typed });
  return redirect(localePath(locale, "/register?sent=yes"), { status: 303, headers: { "Set-Cookie": cookie } });
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

export default function RegisterPage({ loaderData: { locale, text, sent, isClosed }, actionData }: Route.ComponentProps) {
  const answer = actionData as Reply | undefined;
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
  if (isClosed) {
    return (
      <AccountSheet heading={text.closed.heading} lead={text.closed.text}>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to={localePath(locale, "/contact")}>{text.closed.write}</ButtonLink>
          <Link to={localePath(locale, "/login")}>{text.signIn}</Link>
        </p>
      </AccountSheet>
    );
  }
  const field = (name: string) => ({ name, error: answer?.errors?.[name], defaultValue: answer?.typed?.[name] });
  return (
    <AccountSheet heading={text.heading} lead={text.lead}>
      <AccountForm reply={answer}>
        <RequiredNote />
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
