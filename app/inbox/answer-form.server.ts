import type { User } from "@supabase/supabase-js";
import { redirect } from "react-router";
import type { Route } from "../routes/+types/admin-messages";
import { isAnothers } from "#app/account/guard.server.ts";
import { profileIn } from "#app/account/profile.ts";
import { reply } from "#app/account/reply.server.ts";
import { backendContext } from "#app/context.ts";
import { textsOf } from "#app/i18n/page-texts.server.ts";
import { readMessageForm } from "#app/conversation/message-form.server.ts";
import { fileTexts } from "#app/conversation/shown-files.server.ts";
import { textIn } from "#backend/form-text.ts";
import { sendTroubledAgain } from "#backend/mail/trouble.ts";
import { listAdmins } from "#backend/people/people.ts";
import { addNote, assignRequest, changeState, sendAgain, type Changed } from "#backend/requests/change-request.ts";
import { endLinks, sendReply } from "#backend/requests/conversation.ts";
import { queryOf, readFilters, viewOf, type Filters } from "#backend/requests/inbox-filters.ts";
import { markSeen, readNext } from "#backend/requests/inbox.ts";
import { fill, wholeNumber } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { bulkDone, resentDone } from "./done.server.ts";
import { cleanLine, limits } from "#backend/requests/request.ts";
import { readChange, type Asked } from "./read-change.ts";
import { wantedOf } from "./wanted.server.ts";

/** Answers the forms of the inbox: those of one request, and those of several. */
export async function answerForm(args: Route.ActionArgs, user: User) {
  const { locale, texts } = await textsOf(args);
  const { errors: say, erase, detail } = texts.messages;
  const { queries, wakeOutbox, eraseRequest, filesPerConversation } = args.context.get(backendContext);
  const filters = readFilters(args.url.searchParams);
  const place = { requestId: filters.request ?? "", adder: { fromAgency: true, uploaderId: user.id }, user };
  const { form, problem } = await readMessageForm(args, place, fileTexts(locale, texts, filesPerConversation));
  const typed = { note: textIn(form, "note"), text: textIn(form, "text"), move: textIn(form, "move"), typed: textIn(form, "typed") };
  // As clients are to read it, whatever it may hold.
  const name = cleanLine(profileIn(user.user_metadata, locale).name).slice(0, limits.line).toWellFormed();
  const actor = { id: user.id, email: user.email ?? "", name };
  const asked = readChange(form);
  const of = formOf(textIn(form, "intent"));
  const refuse = (status: number, message: string) => reply(status, { form: of, message, typed });

  if (isAnothers(form, user)) return refuse(409, texts.account.errors.other_account);
  if (problem) return reply(400, { form: of, errors: { files: problem }, typed });
  if ("error" in asked) {
    const message = fill(say[asked.error], { max: wholeNumber(locale, limits.messageMax) });
    const field = { note: "note", noteLong: "note", text: "text", textLong: "text" }[asked.error as string];
    return field ? reply(400, { form: of, errors: { [field]: message }, typed }) : refuse(400, message);
  }
  const { change } = asked;
  if (change.intent === "move" || change.intent === "give") return answerMany(change);
  if (change.intent === "resend") return answerResend();
  const id = filters.request;
  if (!id) return refuse(404, say.gone);
  if (change.intent === "erase") return answerErase(id, change.typed);
  if (change.intent === "seen") {
    await markSeen(queries, id);
    return redirect(localePath(locale, `/admin/messages${queryOf(filters)}`), 303);
  }

  const result = await make(id, change);
  switch (result.outcome) {
    case "done":
      wakeOutbox();
      return goOn(result.event, await openNext(id, change));
    case "conflict":
      return refuse(409, fill(say.conflict, { state: texts.messages.folders[result.state] }));
    case "taken":
      return refuse(409, fill(say.taken, { who: result.by ?? detail.nobody }));
    case "gone":
      return refuse(404, say.gone);
    case "unknown":
      return refuse(400, say.unknown);
    case "busy":
    case "held":
    case "files":
      return refuse(409, say[result.outcome]);
  }

  async function make(request: string, one: Exclude<Asked, Many | Erase | Resend | Seen>): Promise<Changed | { outcome: "unknown" }> {
    switch (one.intent) {
      case "state":
        return changeState(queries, { id: request, from: one.from, to: one.value, note: one.note || undefined }, actor);
      case "reply": {
        const move = one.move && one.move !== one.from ? { from: one.from, to: one.move } : undefined;
        return sendReply(queries, { id: request, text: one.text, files: one.files, key: one.key, move }, actor);
      }
      case "end_links":
        return endLinks(queries, request, actor);
      case "note":
        return addNote(queries, request, one.note, actor);
      case "again":
        return sendAgain(queries, request, one.value, actor);
      case "assign": {
        const to = await adminOf(one.assignee);
        return to === undefined ? { outcome: "unknown" } : assignRequest(queries, { id: request, to, from: one.assigned }, actor);
      }
    }
  }

  /** Each for itself: what somebody else has changed meanwhile stays, and is counted. */
  async function answerMany(many: Many) {
    const to = many.intent === "give" ? await adminOf(many.assignee) : null;
    if (to === undefined) return refuse(400, say.unknown);
    let done = 0;
    for (const pick of many.picks) {
      const { outcome } =
        many.intent === "give"
          ? await assignRequest(queries, { id: pick.id, to }, actor)
          : await changeState(queries, { ...pick, to: many.value }, actor);
      if (outcome === "done") done++;
    }
    wakeOutbox();
    const what = many.intent === "give" ? "given" : { state: many.value };
    return goOn(bulkDone(what, done, many.picks.length - done), {});
  }

  async function answerResend() {
    const count = await sendTroubledAgain(queries, actor);
    wakeOutbox();
    return goOn(resentDone(count), {});
  }

  async function answerErase(request: string, word: string) {
    if (word.trim().toLowerCase() !== erase.word) {
      return reply(400, { form: of, errors: { typed: fill(say.word, { word: erase.word }) }, typed });
    }
    const next = await nextOf(request, filters);
    const outcome = await eraseRequest(request, actor);
    if (outcome === "gone") return refuse(404, say.gone);
    return outcome === "busy" ? refuse(409, say.sending) : goOn("erased", { request: next });
  }

  /** The administrator of an id; undefined when it is nobody's. */
  async function adminOf(assignee: string | null) {
    if (assignee === null) return null;
    if (assignee === actor.id) return actor;
    return (await listAdmins(queries)).find((admin) => admin.id === assignee);
  }

  /** A request that has been moved makes way for the next one. */
  async function openNext(request: string, one: Asked): Promise<Partial<Filters>> {
    const moves = one.intent === "state" || (one.intent === "reply" && one.move && one.move !== one.from);
    if (!moves) return {};
    const view = viewOf(filters, { state: one.from });
    return { folder: view, request: await nextOf(request, { ...filters, folder: view }) };
  }

  async function nextOf(request: string, given: Filters) {
    return readNext(queries, await wantedOf(queries, given, viewOf(given), actor.id), request);
  }

  function goOn(done: string, change_: Partial<Filters>) {
    const query = queryOf({ ...filters, saved: undefined, ...change_, done });
    return redirect(localePath(locale, `/admin/messages${query}`), 303);
  }
}

type Many = Extract<Asked, { intent: "move" | "give" }>;
type Erase = Extract<Asked, { intent: "erase" }>;
type Seen = Extract<Asked, { intent: "seen" }>;
type Resend = Extract<Asked, { intent: "resend" }>;

/** Beside which form an answer stands; that of the note, and of the moves that take it along, is the first. */
function formOf(intent: string): string | undefined {
  const [name] = intent.split(":");
  if (name === "move" || name === "give") return "list";
  return ["reply", "end_links", "assign", "again", "resend", "erase"].find((one) => one === name);
}
