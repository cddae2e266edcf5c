import type { RouterContextProvider } from "react-router";
import { hasFactor, isAdmin, requireSignedIn } from "#app/account/guard.server.ts";
import { profileIn } from "#app/account/profile.ts";
import { countRecoveryCodes } from "#app/account/recovery-codes.server.ts";
import { accountContext } from "#app/account/server-client.server.ts";
import { contactTexts } from "#app/contact/contact-texts.server.ts";
import { backendContext } from "#app/context.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { shortestPassword } from "#backend/auth/password-rule.ts";
import { agency } from "#content/agency.ts";
import { readMySessions } from "#backend/people/my-sessions.ts";
import { haveFiles, readMyRequests, tieRequests } from "#backend/requests/my-requests.ts";
import { dateAndTime, fill, fillAll, longDate, phoneGroups, wholeNumber } from "#content/format.ts";
import type { Locale } from "#content/locales.ts";
import type { Content } from "#content/en/index.ts";
import type { MeReply } from "./change.server.ts";
import { deviceOf } from "./device.ts";

const mostRequests = 20;

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/** What every part of /me is drawn from. */
export type MeProps = Awaited<ReturnType<typeof readMyPage>> & { reply?: MeReply };

export async function readMyPage(args: Args) {
  const user = await requireSignedIn(args);
  const { locale, texts } = await textsOf(args);
  const { queries, accounts } = args.context.get(backendContext);
  const { searchParams } = args.url;
  const email = user.email ?? "";
  const { meta, done, ...text } = fillAll(texts.me, { email, most: mostRequests, name: agency.name });
  await tieRequests(queries, user);
  const requests = await readMyRequests(queries, user, mostRequests + 1);
  const client = args.context.get(accountContext);
  const codes = hasFactor(user) ? await countRecoveryCodes({ client, accounts }) : undefined;
  const form = contactTexts(locale, texts, "contact");
  const profile = profileIn(user.user_metadata, locale);
  const said = searchParams.get("done") ?? "";
  return {
    meta: metaOf(args, meta),
    locale,
    text: { ...text, labels: form.form.labels, optional: form.form.optional },
    passwordHint: fill(texts.account.register.passwordHint, { min: shortestPassword }),
    nav: isAdmin(user) ? texts.admin.nav : undefined,
    done: Object.hasOwn(done, said) ? { what: said as keyof typeof done, sentence: done[said as keyof typeof done] } : undefined,
    requests: requests.slice(0, mostRequests).map(({ createdAt, messages, latest, ...request }) => ({
      ...request,
      sent: fill(text.requests.sent, { date: longDate(locale, createdAt) }),
      reason: form.form.reasons[request.reason],
      messages: fill(texts.me.requests.messages[messages === 1 ? "one" : "many"], { n: wholeNumber(locale, messages) }),
      replied: latest?.kind === "reply" ? fill(text.requests.replied, { date: dateAndTime(locale, latest.createdAt) }) : undefined,
    })),
    withFiles: (await haveFiles(queries, user)) ? texts.files.withData : undefined,
    isConfirmed: !!user.email_confirmed_at,
    hasMore: requests.length > mostRequests,
    profile: { ...profile, phone: profile.phone && phoneGroups(profile.phone) },
    newEmail: user.new_email,
    factors: (user.factors ?? [])
      .filter(({ status }) => status === "verified")
      .map(({ id, created_at }) => ({ id, since: longDate(locale, new Date(created_at)) })),
    recoveryCodes: codes && { ...codes, since: codes.created_at ? longDate(locale, new Date(codes.created_at)) : "" },
    sessions: await sessionsOf(args, user.id, locale, texts.me.security.sessions),
    isItYou: fillAll(texts.account.isItYou, { email }),
    needsFactor: searchParams.get("needed") === "factor" && !hasFactor(user),
    identities: (user.identities ?? []).map(({ identity_id: id, provider, identity_data: data }) => ({
      id,
      provider,
      email: typeof data?.email === "string" ? data.email : "",
    })),
    providers: accounts.providers.filter((provider) => !user.identities?.some((identity) => identity.provider === provider)),
    userId: user.id,
    email,
    isAdmin: isAdmin(user),
  };
}

/** Where they are signed in, in words. */
async function sessionsOf({ context }: Args, userId: string, locale: Locale, text: Content["me"]["security"]["sessions"]) {
  const [open, { data: token }] = await Promise.all([
    readMySessions(context.get(backendContext).queries, userId),
    context.get(accountContext).auth.getClaims(),
  ]);
  return open.map(({ id, used, userAgent }) => {
    const { browser, system } = deviceOf(userAgent ?? "");
    const device = browser && system ? fill(text.device, { browser, system }) : (browser ?? system ?? text.unknown);
    return { id, device, used: fill(text.used, { date: dateAndTime(locale, used) }), isThis: id === token?.claims.session_id };
  });
}
