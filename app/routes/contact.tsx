import { data, redirect, type ClientActionFunctionArgs } from "react-router";
import type { Route } from "./+types/contact";
import { senderOf } from "#app/account/sender.server.ts";
import { track } from "#app/consent/track.ts";
import { backendContext, siteContext } from "#app/context.ts";
import { acceptRequest, type Submission } from "#backend/requests/accept-request.ts";
import { forgetBegun } from "#app/contact/begun.ts";
import { ContactLetter } from "#app/contact/contact-letter.tsx";
import { contactTexts, messageOfOffer, sentTexts, withChoice } from "#app/contact/contact-texts.server.ts";
import { ownerOf } from "#backend/people/people.ts";
import { originAddress, originOf } from "#backend/requests/origin.ts";
import type { ContactReply } from "#app/contact/contact-reply.ts";
import { cleanLine, lengthOf, limits, typedIn, type Mode } from "#backend/requests/request.ts";
import { checkRequest } from "#backend/requests/schema.ts";
import { Sent } from "#app/contact/sent.tsx";
import { readForm, textIn } from "#backend/form-text.ts";
import { fillAll, replyTime } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { hasChoice, nothing, readChoice } from "#content/quote.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { readDocument } from "#content/legal-document.server.ts";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { breadcrumbsLd } from "#app/seo/json-ld.ts";
import { pageMeta } from "#app/seo/page-meta.ts";

export const handle: PageHandle = {
  sleeps: true,
  variants: { mode: ["requestOffer"], sent: ["yes"] },
  tooMany: asksWithChoice,
  answersTooLarge: true,
};

function modeIn(query: URLSearchParams): Mode {
  return query.get("mode") === "requestOffer" ? "requestOffer" : "contact";
}

/** The choice belongs to the offer; anywhere else it counts for nothing. */
function asksWithChoice(query: URLSearchParams): boolean {
  return modeIn(query) === "requestOffer" && hasChoice(query);
}

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  const { searchParams } = args.url;
  const mode = modeIn(searchParams);
  const meta = fillAll(texts.contact.meta, { soon: replyTime(locale) });
  const sent = searchParams.get("sent") === "yes" ? sentTexts(locale, texts) : undefined;
  return {
    meta: metaOf(
      args,
      sent ? { ...meta, title: sent.heading } : meta,
      breadcrumbsLd(locale, args.context.get(siteContext).siteUrl, "/contact", meta.title),
    ),
    locale,
    mode,
    text: contactTexts(locale, texts, mode, readChoice(searchParams)),
    sent,
    isByInvitation: args.context.get(siteContext).signUps === "closed",
  };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { queries, wakeOutbox, requestLimits, client, tooLarge } = context.get(backendContext);
  const { siteUrl, report } = context.get(siteContext);
  if (tooLarge) return reply(413, { outcome: "tooLarge" });

  const form = await readForm(request);
  const typed = typedIn(form);
  const origin = originOf(request.headers.get("referer"), textIn(form, "from"), [client.origin, siteUrl]);
  const from = originAddress(origin);
  const { request: accepted, errors } = checkRequest(typed);
  if (!accepted) return reply(400, { outcome: "invalid", typed, errors, from });

  const { locale, texts } = await textsOf(args);
  const choice = asksWithChoice(args.url.searchParams) ? readChoice(args.url.searchParams) : nothing;
  const message = withChoice(accepted.message, texts, choice);
  if (lengthOf(message) > limits.messageMax) return reply(400, { outcome: "invalid", typed, errors: { message: "long" }, from });

  const { userId, changed } = await senderOf(args);
  const submission: Submission = {
    request: { ...accepted, message },
    userId: userId ?? (await ownerOf(queries, accepted.email)),
    locale,
    origin,
    address: client.address,
    key: cleanLine(textIn(form, "key")).slice(0, 100).toWellFormed() || null,
    trap: textIn(form, "homepage"),
    elapsed: textIn(form, "started") ? Date.now() - Number(textIn(form, "started")) : undefined,
    isOfferMessage: message === messageOfOffer(locale, texts, choice),
    versions: { privacy: readDocument(locale, "politica-privacidad").version, terms: readDocument(locale, "terminos-condiciones").version },
  };
  try {
    const acceptance = await acceptRequest(queries, submission, requestLimits);
    if (acceptance.outcome === "limited") {
      const wait = Math.ceil(acceptance.retryAfter / 60);
      return reply(429, { outcome: "limited", typed, wait, from }, { "Retry-After": String(acceptance.retryAfter) });
    }
  } catch (error) {
    report?.(error);
    return reply(503, { outcome: "failed", typed, from });
  }
  wakeOutbox();
  return redirect(localePath(locale, "/contact?sent=yes#sent"), { status: 303, headers: changed });
}

/**
 * Where the server cannot be reached, the form stays as it is and says so. Its status is the server's own, because after a
 * success React Router would load the page again, and show the error screen when that fails too.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<ContactReply>();
  } catch (error) {
    if (error instanceof Response) {
      if (error.headers.get("Location")?.includes("sent=yes")) {
        forgetBegun();
        track("form_submit");
      }
      throw error;
    }
    return reply(503, { outcome: "failed" });
  }
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export const meta = pageMeta;

export default function ContactPage({ loaderData: { locale, mode, text, sent, isByInvitation }, actionData }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      {sent && !actionData ? (
        <Sent text={sent} locale={locale} isByInvitation={isByInvitation} />
      ) : (
        <ContactLetter text={text} locale={locale} mode={mode} reply={actionData} level="h1" />
      )}
    </main>
  );
}

function reply(status: number, body: ContactReply, more: Record<string, string> = {}) {
  return data(body, { status, headers: more });
}
