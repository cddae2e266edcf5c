import type { AuthError, User } from "@supabase/supabase-js";
import { data, redirect, redirectDocument, type RouterContextProvider } from "react-router";
import type { Content } from "#content/en/index.ts";
import { adminClient } from "#backend/people/admin-client.ts";
import { isAdmin } from "#app/account/guard.server.ts";
import { changeOwn } from "#app/account/own-change.server.ts";
import { checkProfile } from "#app/account/profile.ts";
import { missingFields, sentenceOf, statusOf, type Reply } from "#app/account/reply.server.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import { contactTexts } from "#app/contact/contact-texts.server.ts";
import { backendContext, siteContext } from "#app/context.ts";
import { textIn } from "#backend/form-text.ts";
import { fill } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { beginFactor, drawFactor, type NewFactor } from "./factor.server.ts";
import { deleteAccount } from "#backend/people/my-data.ts";

export type OwnChange = {
  user: User;
  form: FormData;
  locale: Locale;
  texts: Content;
  context: Readonly<RouterContextProvider>;
};

/** What a form of the page gets back. */
export type MeReply = Reply & { newFactor?: NewFactor; asksCode?: boolean };

/** What each form of /me does, by its intent. Whoever comes here is signed in, with all steps done. */
export const changes: Record<string, (change: OwnChange) => Promise<Response | ReturnType<typeof answer>>> = {
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
    const code = given(change, "password_code").replace(/\s/g, "");
    const say = change.texts.account.errors;
    const asksCode = change.form.has("password_code");
    if (!password) return answer(400, { form: "password", errors: { new_password: missingFields(say, { password }).password! }, asksCode });
    const error = await changeOwn(change, "password", ({ auth }) => auth.updateUser({ password, ...(code && { nonce: code }) }));
    if (!error) return done(change, "password", "password");
    if (error.code === "reauthentication_needed") return askForCode(change);
    if (error.code === "weak_password" || error.code === "same_password") {
      return answer(422, { form: "password", errors: { new_password: sentenceOf(say, error) }, asksCode });
    }
    return refused(change, "password", error, { asksCode });
  },

  async email(change) {
    const email = given(change, "new_email").trim();
    const typed = { new_email: email };
    const say = change.texts.account.errors;
    if (!email) return answer(400, { form: "email", errors: { new_email: missingFields(say, { email }).email! } });
    const emailRedirectTo = change.context.get(siteContext).siteUrl + localePath(change.locale, "/me");
    const error = await changeOwn(change, "email", ({ auth }) => auth.updateUser({ email }, { emailRedirectTo }));
    return error ? refused(change, "email", error, { typed }) : done(change, "email", "email");
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
    return error ? refused(change, "factor", error, { newFactor }) : done(change, "factorAdded", "second-factor");
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

  async delete(change) {
    const { user, texts, locale, context } = change;
    const typed = { confirm_email: given(change, "confirm_email").trim() };
    const text = texts.me.data.delete;
    if (isAdmin(user)) return answer(403, { form: "delete", message: text.admin });
    if (typed.confirm_email.toLowerCase() !== user.email?.toLowerCase()) {
      return answer(400, { form: "delete", errors: { confirm_email: text.wrong }, typed });
    }
    const { queries, accounts } = context.get(backendContext);
    const outcome = await deleteAccount(queries, adminClient(accounts), user);
    if ("refused" in outcome) return answer(503, { form: "delete", message: texts.account.errors.failed, typed });
    // The session went with the account; this takes its cookies away.
    await context.get(accountContext).auth.signOut({ scope: "local" });
    return redirect(localePath(locale, "/login?out=deleted"), 303);
  },
};

export function answer(status: number, body: MeReply) {
  return data(body, { status });
}

const given = ({ form }: OwnChange, name: string) => textIn(form, name);

function done({ locale }: OwnChange, what: keyof Content["me"]["done"], section: string) {
  return redirect(localePath(locale, `/me?done=${what}#${section}`), 303);
}

function refused({ texts }: OwnChange, form: string, error: AuthError, more: Omit<MeReply, "form" | "message"> = {}) {
  return answer(statusOf(error), { form, message: sentenceOf(texts.account.errors, error), ...more });
}

/** A session of long ago is not enough to change the password: whoever sits there must also read the person's mail. */
async function askForCode(change: OwnChange) {
  const { error } = await change.context.get(accountContext).auth.reauthenticate();
  if (error) return refused(change, "password", error, { asksCode: true });
  const message = fill(change.texts.me.security.password.codeSent, { email: change.user.email ?? "" });
  return answer(401, { form: "password", message, asksCode: true });
}
