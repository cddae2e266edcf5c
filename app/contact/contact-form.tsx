import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type FormEvent } from "react";
import { UNSAFE_FrameworkContext, useFetcher } from "react-router";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { track } from "#app/consent/track.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { Button } from "#app/ui/button.tsx";
import { ConsentBox } from "#app/ui/consent-box.tsx";
import { Select, TextArea, TextField } from "#app/ui/field.tsx";
import { PrivacyNote } from "#app/ui/privacy-note.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { keepBegun, putBackBegun } from "./begun.ts";
import type { ContactTexts } from "./contact-texts.server.ts";
import { fillIn } from "./fill-in.ts";
import { fieldMessages } from "./field-messages.ts";
import { MessageCount } from "./message-count.tsx";
import { Notice } from "./notice.tsx";
import type { ContactReply } from "./contact-reply.ts";
import { fields, reasons, typedIn, type Field, type FieldErrors, type Mode, type Typed } from "#backend/requests/request.ts";

/** The rules of the fields come with the first touch of the form. Where they cannot be had (false), only the server checks. */
let rules: typeof import("#backend/requests/schema.ts") | false | undefined;

async function loadRules() {
  rules ||= await import("#backend/requests/schema.ts").catch(() => false as const);
}

type Props = { text: ContactTexts; locale: Locale; mode: Mode; reply?: ContactReply };

/**
 * The contact form of the home page and of /contact, where it is sent to. It works as a plain form; with JavaScript, fields
 * are checked as they are left, and the answer comes without leaving the page.
 */
export function ContactForm({ text, locale, mode, reply: pageReply }: Props) {
  const fetcher = useFetcher<ContactReply>();
  const reply = fetcher.data ?? pageReply;
  // What this browser found since that reply; the next reply replaces it.
  const [found, setFound] = useState<{ since?: ContactReply; errors: FieldErrors; attempt?: number }>();
  const newer = found?.since === reply ? found : undefined;
  const errors = newer?.errors ?? reply?.errors ?? {};
  const messages: Partial<Record<Field, string>> = fieldMessages(errors, text.errors);
  const sending = fetcher.state !== "idle";
  // A second Enter may come before the first has changed what this form was drawn with.
  const underWay = useRef(false);
  useEffect(() => {
    underWay.current = sending;
  }, [sending, reply]);
  const given = useMemo(() => ({ message: text.message, reason: mode === "requestOffer" ? "offer" : "" }), [text.message, mode]);
  const typed: Typed = reply?.typed ?? given;

  // Every attempt that fails, here or on the server, is answered above the form, and the focus goes there.
  const attempt = newer?.attempt ?? reply;
  const invalid = Object.keys(messages).length > 0;
  const outcome = sending || !attempt ? undefined : invalid ? "invalid" : reply?.outcome === "invalid" ? undefined : reply?.outcome;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt) notice.current?.focus();
  }, [attempt]);

  const awake = useHydrated();
  const [touched, setTouched] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // It may be the touch that woke the page.
    if (element.current?.contains(document.activeElement)) setTouched(true);
  }, []);
  // Before anybody sees what it replaces.
  useLayoutEffect(() => {
    putBackBegun(element.current!, given);
    // Something may have been typed before React was awake.
    keepBegun(element.current!, given);
  }, [given]);
  useEffect(() => void fillIn(element.current!, locale), [locale]);
  useEffect(() => {
    if (touched) void loadRules();
  }, [touched]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    if (rules === undefined) {
      event.preventDefault();
      void loadRules().then(() => form.requestSubmit());
      return;
    }
    const wrong = errorsIn(form);
    setFound({ since: reply, errors: wrong ?? {}, attempt: (found?.attempt ?? 0) + 1 });
    if (wrong) track("form_error", { fields: fields.filter((field) => wrong[field]).join(" ") });
    if (wrong || underWay.current) return event.preventDefault();
    underWay.current = true;
  }

  async function check(form: HTMLFormElement, field: Field) {
    // A quick visitor leaves a field, or several, before the rules are here.
    if (rules === undefined) await loadRules();
    const { [field]: wrong } = errorsIn(form) ?? {};
    setFound((before) => {
      const current = before?.since === reply ? before : undefined;
      return { since: reply, errors: { ...(current?.errors ?? reply?.errors), [field]: wrong }, attempt: current?.attempt };
    });
  }

  function onBlur({ target, currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    // On the way to the button nothing may move; sending checks everything anyway.
    const { name } = target;
    if (isField(name) && !(relatedTarget instanceof HTMLButtonElement)) afterClick(() => void check(currentTarget, name));
  }

  /** A mistake goes away while it is mended, not only afterwards. */
  function onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    keepBegun(currentTarget, given);
    const { name } = target as HTMLInputElement;
    if (isField(name) && errors[name]) void check(currentTarget, name);
  }

  const field = (name: Field) => ({ name, error: messages[name], defaultValue: typed[name] });
  const consent = (name: "privacy" | "terms") => ({ name, text: text.form[name], error: messages[name], accepted: typed[name] === "on" });
  const { labels } = text.form;
  const choice = text.slip?.query ? `&${text.slip.query}` : "";
  const action = localePath(locale, mode === "contact" ? "/contact" : `/contact?mode=${mode}${choice}`);

  return (
    <fetcher.Form
      ref={element}
      method="post"
      action={action}
      noValidate
      onFocus={() => setTouched(true)}
      {...{ onSubmit, onBlur, onInput }}
      data-track="contact-form"
    >
      {touched && <SendingPage locale={locale} />}
      {/* For unsent-form.inline.ts, while React sleeps. */}
      {!awake && !outcome && <Problem hidden heading={text.failed.heading} lines={[text.failed.text, text.failed.kept]} className="mb-8" />}
      {outcome && <Notice ref={notice} outcome={outcome} text={text} messages={messages} wait={reply?.wait} />}
      <p className="mb-6 text-sm text-muted">{text.form.required}</p>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField {...field("name")} label={labels.name} required autoComplete="name" />
        <TextField {...field("email")} label={labels.email} required type="email" autoComplete="email" />
        <TextField {...field("company")} label={labels.company} optional={text.form.optional} autoComplete="organization" />
        <TextField {...field("city")} label={labels.city} optional={text.form.optional} autoComplete="address-level2" />
        <TextField {...field("phone")} label={labels.phone} optional={text.form.optional} type="tel" autoComplete="tel" />
        <Select {...field("reason")} label={labels.reason} required>
          <option value="">{text.form.chooseReason}</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {text.form.reasons[reason]}
            </option>
          ))}
        </Select>
        <TextArea
          {...field("message")}
          label={labels.message}
          required
          rows={7}
          className="sm:col-span-2"
          hint={<MessageCount text={text.form} typed={typed.message ?? ""} />}
        />
      </div>
      <div className="mt-6 grid gap-4">
        <PrivacyNote text={text.form.note} locale={locale} />
        <ConsentBox {...consent("privacy")} to={localePath(locale, "/legal/politica-privacidad")} />
        <ConsentBox {...consent("terms")} to={localePath(locale, "/legal/terminos-condiciones")} />
      </div>
      <Trap label={text.form.trap} />
      <input type="hidden" name="mode" value={mode} />
      {/* Filled in by form-number.inline.ts: the page is the same for everyone. */}
      <input type="hidden" name="key" suppressHydrationWarning />
      <input type="hidden" name="started" suppressHydrationWarning />
      <input type="hidden" name="from" value={reply?.from || undefined} suppressHydrationWarning />
      <Button loading={sending} className="mt-8 min-w-[min(10rem,100%)]" data-track="contact-send" data-track-section="contact">
        {sending ? text.form.sending : text.form.send}
      </Button>
    </fetcher.Form>
  );
}

/**
 * The page that sends must be here before the network goes: one that does not load then takes what was typed with it. React Router's own
 * `PrefetchPageLinks` would fetch its data too, which nobody needs, and Firefox holds against the policy.
 */
function SendingPage({ locale }: { locale: Locale }) {
  const { module, imports = [] } = useContext(UNSAFE_FrameworkContext)!.manifest.routes[`${locale}/contact`]!;
  return [module, ...imports].map((href) => <link key={href} rel="modulepreload" href={href} />);
}

/** A message that appears while the mouse button is down moves what the click is meant for away from under it. */
function afterClick(act: () => void) {
  if (document.querySelector(":active")) addEventListener("mouseup", () => setTimeout(act), { once: true });
  else act();
}

/** People do not see it; programs that fill in every field do. Autofill may too, so it proves nothing by itself. */
function Trap({ label }: { label: string }) {
  return (
    <div aria-hidden className="absolute -left-[999rem]">
      <label>
        {label}
        <input name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

function errorsIn(form: HTMLFormElement): FieldErrors | undefined {
  return rules ? rules.checkRequest(typedIn(new FormData(form))).errors : undefined;
}

function isField(name: string): name is Field {
  return fields.includes(name as Field);
}
