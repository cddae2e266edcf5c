import type { EmailOtpType, Session } from "@supabase/supabase-js";
import { redirect, type RouterContextProvider } from "react-router";
import { backendContext } from "#app/context.ts";
import { textsOf } from "#app/i18n/page-texts.server.ts";
import { ownPath } from "#app/routing/own-path.ts";
import { textIn } from "#backend/form-text.ts";
import { logged } from "#backend/people/people-log.ts";
import { localePath } from "#content/locales.ts";
import { refusedEntry } from "./banned.server.ts";
import { readMailed } from "./mailed.server.ts";
import { isRegisteredHere, unknownPassword } from "./registration.server.ts";
import { missingFields, reply, sentenceOf, statusOf } from "./reply.server.ts";
import { accountContext } from "./server-client.server.ts";
import { saying, verifyCode } from "./verified.server.ts";

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/** Takes the six digits of a mail, on whichever page asks for them (code-form.tsx): what else stands there stays. */
export async function takeMailCode(args: Args, form: FormData) {
  const { locale, texts } = await textsOf(args);
  const { errors: say } = texts.account;
  const email = textIn(form, "email").trim();
  const code = textIn(form, "code").replace(/\s/g, "");
  const typed = { email };
  const missing = missingFields(say, { email, code });
  if (Object.keys(missing).length > 0) return reply(400, { form: "mail-code", errors: missing, typed });
  const { error, ...verified } = await verifyCode(args.context, email, code, readMailed(args.request));
  if (!error) return goOn(args, verified, textIn(form, "next"));
  const isWrong = error.code === "otp_expired";
  const refusal = isWrong ? { errors: { code: say.code_wrong } } : await refusedEntry({ ...args, locale, texts }, error, { email });
  return reply(statusOf(error), { form: "mail-code", ...refusal, typed });
}

/** The accounts have made the change already: it has only to be written down. */
const alreadyMade = async () => ({ done: true });

/** From a mail that was right to where its kind leads. */
export async function goOn(args: Args, { type, session }: { type: EmailOtpType; session: Session | null }, wanted: string) {
  const { locale, texts } = await textsOf(args);
  const next = ownPath(wanted, localePath(locale, "/me"));
  const step = (name: string, more = {}) =>
    redirect(localePath(locale, `/confirm?${new URLSearchParams({ step: name, ...more, next })}`), 303);
  if (!session) return step("half");
  if (type === "recovery" || type === "invite") return step("password");
  if (type === "email_change") {
    const { id, email = "" } = session.user;
    await logged(args.context.get(backendContext).queries, { person: { id, email }, actor: { id, email }, action: "email" }, alreadyMade);
    return redirect(saying(next, "emailChanged"), 303);
  }
  if (type !== "signup") return redirect(next, 303);
  if (!isRegisteredHere(args.request, session.user)) {
    // Ours have let go of it already; a Supabase project has to be told.
    const { isOurs } = args.context.get(backendContext).accounts;
    const { auth } = args.context.get(accountContext);
    const failed = isOurs ? null : (await auth.updateUser({ password: unknownPassword() })).error;
    if (failed) return reply(statusOf(failed), { message: sentenceOf(texts.account.errors, failed) });
    // Who asked for a link alone never typed one.
    if ("registered_in" in session.user.user_metadata) return step("password", { why: "elsewhere" });
  }
  return redirect(saying(next, "confirmed"), 303);
}
