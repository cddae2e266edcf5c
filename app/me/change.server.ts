import type { AuthError, User } from "@supabase/supabase-js";
import { data, redirect, redirectDocument, type RouterContextProvider } from "react-router";
import type { Content } from "#content/en/index.ts";
import { hasFactor, isAdmin } from "#app/account/guard.server.ts";
import { hasJustSignedIn, mailCode, signInAgain } from "#app/account/is-it-you.server.ts";
import type { IsItYou } from "#app/account/is-it-you.tsx";
import { keepForm, openKeptForm } from "#app/account/kept-form.server.ts";
import { changeOwn } from "#app/account/own-change.server.ts";
import { checkProfile } from "#app/account/profile.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "#app/account/recovery-codes.server.ts";
import { forgetMailed } from "#app/account/mailed.server.ts";
import { missingFields, refusalOf, sentenceOf, statusOf, type Reply } from "#app/account/reply.server.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import { contactTexts } from "#app/contact/contact-texts.server.ts";
import { backendContext, siteContext } from "#app/context.ts";
import { textIn } from "#backend/form-text.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { beginFactor, drawFactor, type NewFactor } from "./factor.server.ts";
import { deleteAccount } from "#backend/people/my-data.ts";
import { endMySession } from "#backend/people/my-sessions.ts";

export type OwnChange = {
  user: User;
  form: FormData;
  locale: Locale;
  texts: Content;
  context: Readonly<RouterContextProvider>;
};

/** What a form of the page gets back. */
export type MeReply = Reply & { newFactor?: NewFactor; recoveryCodes?: string[]; isItYou?: IsItYou };

type Answer = Promise<Response | ReturnType<typeof answer>>;

/** What changes how somebody signs in is for who has just shown that it is them. */
const needsProof = new Set(["password", "email", "factor-new", "factor-off", "codes-new", "link", "unlink", "delete"]);

/** Does what a form of /me asks for. Whoever comes here is signed in, with all steps done. */
export async function makeChange(change: OwnChange): Answer {
  const intent = given(change, "intent");
  if (!Object.hasOwn(changes, intent)) return answer(400, { form: "", message: change.texts.account.errors.failed });
  if (needsProof.has(intent) && !(await hasJustSignedIn(change))) return askWhoItIs(change);
  return changes[intent]!(change);
}

/** What each form does, by its intent. */
export const changes: Record<string, (change: OwnChange) => Answer> = {
  async profile(change) {
    const typed = {
      name: given(change, "name"),
      company: given(change, "company"),
      phone: given(change, "phone"),
      locale: given(change, "locale"),
    };
    const { profile, errors } = checkProfile(typed, contactTexts(change.locale, change.texts, "contact").errors);
    if (errors) return answer(400, { form: "profile", errors, typed });
    const error = await changeOwn(change, "profile", ({ auth }) => auth.updateUser({ data: profile }));
    return error ? refused(change, "profile", error, { typed }) : done(change, "profile", "profile");
  },

  async password(change) {
    const password = given(change, "new_password");
    const say = change.texts.account.errors;
    if (!password) return answer(400, { form: "password", errors: { new_password: missingFields(say, { password }).password! } });
    const error = await changeOwn(change, "password", ({ auth }) => auth.updateUser({ password }));
    if (!error) return done(change, "password", "password");
    if (error.code === "weak_password" || error.code === "same_password") {
      return answer(422, { form: "password", errors: { new_password: sentenceOf(say, error) } });
    }
    return refused(change, "password", error);
  },

  async email(change) {
    const email = given(change, "new_email").trim();
    const typed = { new_email: email };
    const say = change.texts.account.errors;
    if (!email) return answer(400, { form: "email", errors: { new_email: missingFields(say, { email }).email! } });
    if (email.toLowerCase() === change.user.email?.toLowerCase()) {
      return answer(400, { form: "email", errors: { new_email: say.own_email }, typed });
    }
    const error = await changeOwn(change, "email_asked", ({ auth }) => auth.updateUser({ email }, { emailRedirectTo: ownPage(change) }));
    const wrong = error && refusalOf(say, error).errors?.email;
    if (wrong) return answer(statusOf(error), { form: "email", errors: { new_email: wrong }, typed });
    return error ? refused(change, "email", error, { typed }) : done(change, "email", "email");
  },

  /** Both mails of the change that waits, whichever was lost. */
  async "email-again"(change) {
    const { email = "", new_email: waiting } = change.user;
    if (!waiting) return done(change, "emailChanged", "email");
    const { auth } = change.context.get(accountContext);
    const { error } = await auth.resend({ type: "email_change", email, options: { emailRedirectTo: ownPage(change) } });
    return error ? refused(change, "email-again", error) : done(change, "emailAgain", "email");
  },

  async "factor-new"(change) {
    const { newFactor, error } = await beginFactor(change.context.get(accountContext).auth);
    return error ? refused(change, "factor", error) : answer(200, { form: "factor", newFactor });
  },

  async "factor-on"(change) {
    const { auth } = change.context.get(accountContext);
    const factorId = given(change, "factor");
    const code = given(change, "factor_code").replace(/\s/g, "");
    const say = change.texts.account.errors;
    const newFactor = await drawFactor(factorId, given(change, "uri"));
    if (!newFactor) return answer(400, { form: "factor", message: say.failed });
    if (!code) return answer(400, { form: "factor", newFactor, errors: { factor_code: missingFields(say, { code }).code! } });
    const error = await changeOwn(change, "factor_added", () => auth.mfa.challengeAndVerify({ factorId, code }));
    if (error?.code === "mfa_verification_failed") {
      return answer(statusOf(error), { form: "factor", newFactor, errors: { factor_code: sentenceOf(say, error) } });
    }
    if (error) return refused(change, "factor", error, { newFactor });
    // Those of an app that was there before stay good.
    const known = await countRecoveryCodes(callerOf(change));
    if (known?.total !== 0) return done(change, "factorAdded", "second-factor");
    const form = new FormData();
    form.set("intent", "codes-new");
    return changes["codes-new"]!({ ...change, form });
  },

  async "codes-new"(change) {
    let codes: string[] = [];
    const error = await changeOwn(change, "recovery_codes", async () => {
      const made = await makeRecoveryCodes(callerOf(change));
      codes = made.data?.codes ?? [];
      return made;
    });
    return error ? refused(change, "factor", error) : answer(200, { form: "factor", recoveryCodes: codes });
  },

  async "factor-off"(change) {
    const factorId = given(change, "factor");
    const error = await changeOwn(change, "factor_removed", ({ auth }) => auth.mfa.unenroll({ factorId }));
    // The token still says two steps; a new one tells the truth.
    if (!error) await change.context.get(accountContext).auth.refreshSession();
    return error ? refused(change, "factor", error) : done(change, "factorRemoved", "second-factor");
  },

  async link(change) {
    const { siteUrl } = change.context.get(siteContext);
    const next = localePath(change.locale, "/me?done=identityLinked#identities");
    const redirectTo = `${siteUrl}${localePath(change.locale, "/confirm")}?${new URLSearchParams({ next })}`;
    const { data: provider, error } = await change.context.get(accountContext).auth.linkIdentity({
      provider: given(change, "provider") as "google",
      options: { redirectTo, skipBrowserRedirect: true },
    });
    return error ? refused(change, "identities", error) : redirectDocument(provider.url!, 303);
  },

  async unlink(change) {
    const identity = change.user.identities?.find(({ identity_id: id }) => id === given(change, "identity"));
    if (!identity) return done(change, "identityRemoved", "identities");
    const error = await changeOwn(change, "identity_removed", ({ auth }) => auth.unlinkIdentity(identity), { provider: identity.provider });
    return error ? refused(change, "identities", error) : done(change, "identityRemoved", "identities");
  },

  async "out-others"(change) {
    const error = await changeOwn(change, "signed_out", ({ auth }) => auth.signOut({ scope: "others" }));
    return error ? refused(change, "sessions", error) : done(change, "others", "sessions");
  },

  async "out-one"(change) {
    const { queries } = change.context.get(backendContext);
    // Whichever it was, it is no longer open.
    await changeOwn(change, "signed_out", async () => {
      await endMySession(queries, change.user.id, given(change, "session"));
      return { error: null };
    });
    return done(change, "session", "sessions");
  },

  async "is-it-you"(change) {
    const asked = keptOf(change);
    if (!asked) return answer(400, { form: "", message: change.texts.account.errors.failed });
    // A link that came by mail, or another tab, may have been faster.
    if (await hasJustSignedIn(change)) return makeChange(asked);
    const { errors: say, isItYou: text } = change.texts.account;
    const by = change.form.has("mail_code") ? "mail" : "password";
    const [password, mailed, second] = ["current_password", "mail_code", "second_code"].map((name) => given(change, name));
    const code = mailed!.replace(/\s/g, "");
    const secondStep = second!.replace(/\s/g, "");
    const missing = (value: string) => missingFields(say, { code: value }).code;
    const errors = {
      ...(by === "password" && !password && { current_password: missingFields(say, { password }).password! }),
      ...(by === "mail" && !code && { mail_code: missing(code)! }),
      ...(hasFactor(change.user) && !secondStep && { second_code: missing(secondStep)! }),
    };
    if (Object.keys(errors).length > 0) return askWhoItIs(asked, { by, errors });
    const refusal = await signInAgain(change, by === "mail" ? { mailCode: code, secondStep } : { password, secondStep });
    if (!refusal) return makeChange(asked);
    const { error, isMailCodeSpent } = refusal;
    const status = statusOf(error);
    if (error.code === "invalid_credentials") return askWhoItIs(asked, { by, status, errors: { current_password: text.wrong } });
    if (error.code === "otp_expired") return askWhoItIs(asked, { by, status, errors: { mail_code: say.reauthentication_not_valid } });
    const spent = isMailCodeSpent && { mail_code: text.spent };
    if (error.code === "mfa_verification_failed") {
      return askWhoItIs(asked, { by, status, errors: { ...spent, second_code: sentenceOf(say, error) } });
    }
    return askWhoItIs(asked, { by, status, message: sentenceOf(say, error), ...(spent && { errors: spent }) });
  },

  async "is-it-you-mail"(change) {
    const asked = keptOf(change);
    if (!asked) return answer(400, { form: "", message: change.texts.account.errors.failed });
    const error = await mailCode(change, ownPage(change));
    if (!error) return askWhoItIs(asked, { by: "mail", status: 200 });
    const by = change.form.has("mail_code") ? "mail" : "password";
    return askWhoItIs(asked, { by, status: statusOf(error), message: sentenceOf(change.texts.account.errors, error) });
  },

  async "is-it-you-password"(change) {
    const asked = keptOf(change);
    return asked ? askWhoItIs(asked, { status: 200 }) : answer(400, { form: "", message: change.texts.account.errors.failed });
  },

  async delete(change) {
    const { user, texts, locale, context } = change;
    const typed = { confirm_email: given(change, "confirm_email").trim() };
    const text = texts.me.data.delete;
    if (isAdmin(user)) return answer(403, { form: "delete", message: text.admin });
    if (typed.confirm_email.toLowerCase() !== user.email?.toLowerCase()) {
      return answer(400, { form: "delete", errors: { confirm_email: text.wrong }, typed });
    }
    const { queries, accounts, wakeOutbox } = context.get(backendContext);
    const outcome = await deleteAccount(queries, accounts, user);
    if ("refused" in outcome) return answer(503, { form: "delete", message: texts.account.errors.failed, typed });
    wakeOutbox();
    // The session went with the account; this takes its cookies away.
    await context.get(accountContext).auth.signOut({ scope: "local" });
    const headers = { "Set-Cookie": forgetMailed(context.get(siteContext).siteUrl) };
    return redirect(localePath(locale, "/login?out=deleted"), { status: 303, headers });
  },
};

export function answer(status: number, body: MeReply) {
  return data(body, { status });
}

const given = ({ form }: OwnChange, name: string) => textIn(form, name);

function done({ locale }: OwnChange, what: keyof Content["me"]["done"], section: string) {
  return redirect(localePath(locale, `/me?done=${what}#${section}`), 303);
}

function refused(change: OwnChange, form: string, error: AuthError, more: Omit<MeReply, "form" | "message"> = {}) {
  // The time was over in this moment.
  if (error.code === "reauthentication_needed") return askWhoItIs(change);
  const { texts } = change;
  return answer(statusOf(error), { form, message: sentenceOf(texts.account.errors, error), ...more });
}

/** Where the links of mails about a change lead. */
function ownPage({ context, locale }: OwnChange): string {
  return context.get(siteContext).siteUrl + localePath(locale, "/me");
}

function callerOf({ context }: OwnChange) {
  return { client: context.get(accountContext), accounts: context.get(backendContext).accounts };
}

type Asking = { by?: IsItYou["by"]; status?: number; errors?: Record<string, string>; message?: string };

/** A session of long ago is not enough: whoever sits there must show that it is them. What they sent waits until then. */
function askWhoItIs({ context, user, form }: OwnChange, { by = "password", status = 401, ...problem }: Asking = {}) {
  const { isOurs, secretKey } = context.get(backendContext).accounts;
  const isItYou = { kept: keepForm(secretKey, user.id, form), by, hasFactor: hasFactor(user), hasRecoveryCodes: isOurs };
  return answer(status, { form: "is-it-you", isItYou, ...problem });
}

/** The change that waited. It is one of those that wait: nothing else is done in their name. */
function keptOf(change: OwnChange): OwnChange | undefined {
  const form = openKeptForm(change.context.get(backendContext).accounts.secretKey, change.user.id, given(change, "kept"));
  return form && { ...change, form };
}
