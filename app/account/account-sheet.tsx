import { useEffect, useRef, type ReactNode } from "react";
import { Form, useNavigation, type FormProps } from "react-router";
import { Button } from "#app/ui/button.tsx";
import type { Reply } from "./reply.server.ts";

/** The narrow sheet that account pages are written on. */
export function AccountSheet({ heading, lead, children }: { heading: string; lead?: string; children?: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto min-h-[60svh] max-w-lg px-5 py-16">
      <h1 className="text-heading">{heading}</h1>
      {lead && <p className="mt-4 text-lead text-muted">{lead}</p>}
      <div className="mt-10 grid gap-8">{children}</div>
    </main>
  );
}

/** A form that says above its fields why it did not succeed. */
export function AccountForm({ reply, children, ...props }: FormProps & { reply?: Reply; children: ReactNode }) {
  return (
    <Form method="post" noValidate className="grid gap-5" {...props}>
      <FormProblem reply={reply} />
      {children}
    </Form>
  );
}

/** Why a form did not succeed; it takes the focus. */
export function FormProblem({ reply }: { reply?: Reply }) {
  const notice = useRef<HTMLDivElement>(null);
  const messages = [reply?.message, ...Object.values(reply?.errors ?? {})].filter(Boolean);
  useEffect(() => {
    if (reply) notice.current?.focus();
  }, [reply]);
  return (
    messages.length > 0 && (
      <div
        ref={notice}
        tabIndex={-1}
        // A form that came back without JavaScript must say first why.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        role="alert"
        className="border-l-4 border-alert bg-shade px-5 py-4"
      >
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    )
  );
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
