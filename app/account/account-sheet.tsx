import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { Form, useActionData, useNavigation, type FormProps } from "react-router";
import { agency } from "#content/agency.ts";
import { Button } from "#app/ui/button.tsx";
import { Ria } from "#app/home/ria.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { useFormTexts } from "./form-texts.ts";
import type { Reply } from "./reply.server.ts";

type SheetProps = {
  heading: string;
  lead?: string;
  children?: ReactNode;
  hasScene?: boolean;
  /** It takes the place of a page that has another title. */
  isStep?: boolean;
};

/** The narrow sheet that account pages are written on; on wide screens a scene may stand beside it. */
export function AccountSheet({ heading, lead, children, hasScene, isStep }: SheetProps) {
  useTitle(isStep ? `${heading} · ${agency.name}` : undefined);
  const sheet = (
    <main id="content" tabIndex={-1} className="mx-auto min-h-[60svh] w-full max-w-lg px-5 py-10">
      <h1 className="text-heading">{heading}</h1>
      {lead && <p className="mt-3 text-lead text-muted">{lead}</p>}
      <div className="mt-6 grid gap-7">{children}</div>
    </main>
  );
  if (!hasScene) return sheet;
  return (
    <div className="lg:grid lg:grid-cols-2">
      {sheet}
      <div aria-hidden className="bg-linear-to-b from-(--sky-high) via-(--sky-mid) to-(--sky-low) max-lg:hidden">
        <Ria className="sticky top-0 h-svh max-h-full w-full" />
      </div>
    </div>
  );
}

/** By it, what follows the focus knows that this is another step (use-focus-on-navigation.ts). */
function useTitle(title: string | undefined) {
  useLayoutEffect(() => {
    if (!title) return;
    const before = document.title;
    document.title = title;
    return () => {
      // Another page may have brought its own.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}

/** A form that says above its fields why it did not succeed, also when it did not reach the server. */
export function AccountForm({ reply, children, ...props }: FormProps & { reply?: Reply; children: ReactNode }) {
  const id = useId();
  const text = useFormTexts();
  const latest = useActionData<Reply>();
  const isUnreachable = latest?.unreachable === id;
  return (
    <Form method="post" noValidate className="grid gap-5" {...props}>
      <FormProblem reply={isUnreachable ? { ...latest, message: text?.unreachable } : reply} />
      <input type="hidden" name="form" value={id} />
      {children}
    </Form>
  );
}

/** Why a form did not succeed; it takes the focus. */
export function FormProblem({ reply }: { reply?: Reply }) {
  const notice = useRef<HTMLDivElement>(null);
  const text = useFormTexts();
  const errors = Object.entries(reply?.errors ?? {});
  // Each answer once: who goes on writing is not torn away when the page is drawn again.
  const answer = useActionData();
  const said = [reply?.message, ...errors.flat()].join(" ");
  useEffect(() => {
    if (said || answer) notice.current?.focus();
  }, [said, answer]);
  if (!reply?.message && errors.length === 0) return null;
  return (
    <Problem
      ref={notice}
      heading={errors.length > 0 ? text?.summary : undefined}
      lines={reply?.message ? [reply.message] : undefined}
      errors={errors}
      way={reply?.way}
    />
  );
}

/** Explains the asterisk of the fields that a form needs. */
export function RequiredNote() {
  return <p className="text-sm text-muted">{useFormTexts()?.required}</p>;
}

type ButtonProps = { intent: string; label: string; ariaLabel?: string; busyLabel?: string; look?: "quiet" };

/** The button of a form; it does nothing while it, or any other of the page, is on its way, until the page that it leads to is there. */
export function SubmitButton({ intent, label, ariaLabel, busyLabel, look }: ButtonProps) {
  const { formData } = useNavigation();
  const busy = Boolean(formData);
  return (
    <Button name="intent" value={intent} aria-label={ariaLabel} loading={busy} look={look} className="justify-self-start">
      {busyLabel && formData?.get("intent") === intent ? busyLabel : label}
    </Button>
  );
}
