import { Link, redirect } from "react-router";
import type { Route } from "./+types/admin-replies";
import { RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { Done } from "#app/account/done.tsx";
import { isAnothers, requireAdmin } from "#app/account/guard.server.ts";
import { keepTyped } from "#app/account/keep-typed.ts";
import { OwnForm } from "#app/account/own-form.tsx";
import { reply, type Reply } from "#app/account/reply.server.ts";
import { backendContext } from "#app/context.ts";
import { metaOf, textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { AdminPage } from "#app/shell/admin-frame.tsx";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { readForm, textIn } from "#backend/form-text.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { limits } from "#backend/requests/request.ts";
import {
  addSavedReply,
  changeSavedReply,
  deleteSavedReply,
  listSavedReplies,
  savedReplySchema,
  versionOf,
} from "#backend/requests/saved-replies.ts";
import { firstErrors } from "#backend/requests/schema.ts";
import { offer } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { euros, fill, wholeNumber } from "#content/format.ts";
import { languageNames, languageTags, localePath, locales, type Locale } from "#content/locales.ts";

export async function loader(args: Route.LoaderArgs) {
  const { id: userId } = await requireAdmin(args);
  const { locale, texts } = await textsOf(args);
  const { meta, ...text } = texts.replies;
  const saved = await listSavedReplies(args.context.get(backendContext).queries);
  const { searchParams } = args.url;
  const done = searchParams.get("done") ?? "";
  const replies = saved.map((one) => ({ id: one.id, name: one.name, ...one.texts, seen: versionOf(one) }));
  return {
    meta: metaOf(args, meta),
    userId,
    locale,
    text: { ...text, lead: fill(text.lead, { amount: euros(locale, offer.price) }) },
    nav: texts.admin.nav,
    replies,
    /** The one to change; without one, the form is for another one. */
    open: replies.find(({ id }) => id === searchParams.get("reply")),
    done: Object.hasOwn(text.done, done) ? text.done[done as keyof typeof text.done] : undefined,
  };
}

export async function action(args: Route.ActionArgs) {
  const user = await requireAdmin(args);
  const { locale, texts } = await textsOf(args);
  const { errors: say } = texts.replies;
  const { languages } = texts.messages.reply;
  const { queries } = args.context.get(backendContext);
  const form = await readForm(args.request);
  const [intent, id = ""] = textIn(form, "intent").split(":");
  const typed = Object.fromEntries(["name", ...locales].map((name) => [name, textIn(form, name)]));
  const refuse = (status: number, message: string) => reply(status, { message, typed });
  if (isAnothers(form, user)) return refuse(409, texts.account.errors.other_account);
  if (id && !isUuid(id)) return refuse(400, say.unknown);

  if (intent === "delete" && id) {
    const outcome = await deleteSavedReply(queries, id, seenIn(form));
    return outcome === "done" ? goOn("deleted") : refuse(409, say.overtaken);
  }
  if (intent !== "save") return refuse(400, say.unknown);
  const { data: given, error } = savedReplySchema.safeParse(typed);
  if (!given) return reply(400, { errors: errorsOf(firstErrors(error), { locale, say, languages }), typed });
  const { name, ...words } = given;
  if (!id) await addSavedReply(queries, { name, texts: words });
  else if ((await changeSavedReply(queries, id, seenIn(form), { name, texts: words })) === "overtaken") return refuse(409, say.overtaken);
  return goOn("saved");

  function goOn(done: keyof Content["replies"]["done"]) {
    return redirect(localePath(locale, `/admin/replies?done=${done}`), 303);
  }
}

/** A time that nothing was changed at, where it is none. */
function seenIn(form: FormData): string {
  const seen = new Date(textIn(form, "seen"));
  return (Number.isNaN(seen.getTime()) ? new Date(0) : seen).toISOString();
}

type Words = { locale: Locale; say: Content["replies"]["errors"]; languages: Record<Locale, string> };

function errorsOf(errors: Record<string, string>, { locale, say, languages }: Words): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, reason]) => [
      field,
      fill(say[reason as "name"], {
        language: languages[field as Locale] ?? "",
        max: wholeNumber(locale, field === "name" ? limits.line : limits.messageMax),
      }),
    ]),
  );
}

export const clientAction = keepTyped;

export const meta = pageMeta;

export default function AdminRepliesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, nav, locale, replies, open, done } = loaderData;
  const answer = actionData as Reply | undefined;
  const path = localePath(locale, "/admin/replies");
  return (
    <AdminPage heading={text.heading} text={nav} locale={locale}>
      <div className="mt-4 grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(16rem,1fr)_2fr]">
        <div className="grid content-start gap-4">
          {done && !answer && <Done>{done}</Done>}
          <p className="text-muted">{text.lead}</p>
          {replies.length === 0 ? (
            <p>{text.empty}</p>
          ) : (
            <ul aria-label={text.heading} className="border-t border-line">
              {replies.map(({ id, name }) => (
                <li key={id} className="border-b border-line">
                  <Link
                    to={`${path}?reply=${id}`}
                    aria-current={id === open?.id ? "true" : undefined}
                    className="flex min-h-12 items-center py-2 font-medium wrap-anywhere text-tide underline underline-offset-4 aria-[current]:font-bold aria-[current]:text-ink aria-[current]:no-underline"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {open && (
            <p>
              <Link to={path} className="inline-flex min-h-11 items-center font-medium text-tide underline underline-offset-4">
                {text.add}
              </Link>
            </p>
          )}
        </div>
        {/* What was saved, by whomever, is what the form begins with. */}
        <EditForm key={open ? `${open.id} ${open.seen}` : replies.length} open={open} text={text} reply={answer} />
      </div>
    </AdminPage>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function EditForm({ open, text, reply: problem }: Pick<Loaded, "open" | "text"> & { reply?: Reply }) {
  const id = open ? `:${open.id}` : "";
  return (
    <section aria-labelledby="edit-heading" className="max-w-2xl">
      <h2 id="edit-heading" tabIndex={-1} data-focus={open && ""} className="mb-4 text-title wrap-anywhere">
        {open?.name ?? text.add}
      </h2>
      <OwnForm reply={problem}>
        <RequiredNote />
        {open && <input type="hidden" name="seen" value={open.seen} />}
        <TextField
          name="name"
          label={text.name}
          hint={text.nameHint}
          required
          maxLength={limits.line}
          defaultValue={problem?.typed?.name ?? open?.name}
          error={problem?.errors?.name}
        />
        {locales.map((locale) => (
          <TextArea
            key={locale}
            name={locale}
            lang={languageTags[locale]}
            label={languageNames[locale]}
            required
            rows={5}
            defaultValue={problem?.typed?.[locale] ?? open?.[locale]}
            error={problem?.errors?.[locale]}
          />
        ))}
        <div className="flex flex-wrap gap-3">
          <SubmitButton intent={`save${id}`} label={text.save} busyLabel={text.saving} />
          {open && (
            <SubmitButton
              intent={`delete${id}`}
              label={text.delete}
              ariaLabel={`${text.delete}: ${open.name}`}
              busyLabel={text.deleting}
              look="quiet"
            />
          )}
        </div>
      </OwnForm>
    </section>
  );
}
