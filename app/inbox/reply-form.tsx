import type { FormEvent, RefObject } from "react";
import { Link } from "react-router";
import { OwnForm } from "#app/account/own-form.tsx";
import { FileField } from "#app/conversation/file-field.tsx";
import { draftName, useDraft } from "#app/conversation/drafts.ts";
import { Select, TextArea } from "#app/ui/field.tsx";
import { fill } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { IntentButton, smallButton, smallMainButton } from "./intent-button.tsx";
import type { SheetProps } from "./sheet-props.ts";

type Props = Pick<SheetProps, "request" | "text" | "userId" | "locale" | "here" | "reply"> & {
  replying: NonNullable<SheetProps["request"]["reply"]>;
};

/** What the agency writes to the client. It is mailed, in their language, and stays in the conversation. */
export function ReplyForm({ request, replying, text: { reply: text }, userId, locale, here, reply }: Props) {
  const { field, key } = useDraft(draftName(userId, request.id, "message"), { given: replying.key });
  return (
    <section aria-labelledby="reply-heading" className="border-l-4 border-tide bg-shade p-4 sm:p-5">
      <h3 id="reply-heading" className="font-sans font-bold">
        {fill(text.heading, { name: request.name })}
      </h3>
      <p role="status" className="font-semibold text-alert">
        {!request.reply && text.spam}
      </p>
      <SavedReplies {...{ replying, text, locale, here, field }} />
      <OwnForm reply={reply} encType="multipart/form-data" className="mt-4 grid gap-4">
        <input type="hidden" name="from" value={request.state} />
        <input type="hidden" name="key" value={key} />
        <TextArea
          // Without JavaScript a chosen text comes with the page.
          key={replying.chosen}
          ref={field}
          name="text"
          label={text.text}
          lang={request.lang}
          hint={fill(text.hint, { email: request.email, language: request.language })}
          rows={6}
          defaultValue={reply?.typed?.text ?? replying.text}
          error={reply?.errors?.text}
          data-reply=""
          data-focus={replying.chosen && ""}
        />
        <FileField {...request.fileField} locale={locale} whose={userId} error={reply?.errors?.files} />
        <Select
          // Somebody else may have moved it.
          key={`${request.state} ${replying.chosen}`}
          name="move"
          label={text.move}
          defaultValue={reply?.typed?.move ?? replying.move}
          className="sm:max-w-xs"
        >
          <option value="">{text.stay}</option>
          {replying.moves.map(({ state, name }) => (
            <option key={state} value={state}>
              {name}
            </option>
          ))}
        </Select>
        <IntentButton intent="reply" busyLabel={text.sending} className={`${smallMainButton} justify-self-start`}>
          {text.send}
        </IntentButton>
      </OwnForm>
    </section>
  );
}

type SavedProps = Pick<Props, "replying" | "locale" | "here"> & {
  text: Props["text"]["reply"];
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Puts a text into the reply where the cursor is; without JavaScript the page comes again with it. */
function SavedReplies({ replying, text, locale, here, field }: SavedProps) {
  function insert(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = replying.choices.find(({ value }) => value === new FormData(event.currentTarget).get("saved"));
    const reply = field.current;
    if (!chosen || !reply) return;
    reply.focus();
    reply.setRangeText(chosen.text, reply.selectionStart, reply.selectionEnd, "end");
    reply.dispatchEvent(new InputEvent("input", { bubbles: true }));
    const move = reply.form!.elements.namedItem("move") as HTMLSelectElement;
    if (replying.moves.some(({ state }) => state === chosen.value)) move.value = chosen.value;
  }

  return (
    <form method="get" action={`${localePath(locale, "/admin/messages")}#field-text`} onSubmit={insert}>
      {Object.entries(here).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <Select name="saved" label={text.saved} defaultValue={replying.chosen ?? ""} className="min-w-0 grow sm:max-w-xs">
          <option value="">{text.choose}</option>
          {replying.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <button className={`${smallButton} min-h-12!`}>{text.insert}</button>
        <Link
          to={localePath(locale, "/admin/replies")}
          className="inline-flex min-h-12 items-center text-sm text-tide underline underline-offset-4"
        >
          {text.edit}
        </Link>
      </div>
    </form>
  );
}
