import type { ComponentProps, ReactNode } from "react";
import { useLocation } from "react-router";
import { Done } from "#app/account/done.tsx";
import { OwnForm } from "#app/account/own-form.tsx";
import type { Content } from "#content/en/index.ts";

type DoneProps = { done?: { what: keyof Content["me"]["done"]; sentence: string } };

/** A part of /me that an address can name. */
export function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0">
      <h2 id={`${id}-heading`} className="text-title">
        {heading}
      </h2>
      <div className="grid max-w-xl content-start gap-6">{children}</div>
    </section>
  );
}

/** A smaller part inside one; says what was done in it. */
export function Part({
  id,
  heading,
  lead,
  done,
  when,
  children,
}: DoneProps & { id: string; heading: string; lead?: string; when?: (keyof Content["me"]["done"])[]; children: ReactNode }) {
  return (
    <div id={id} className="grid gap-4 not-first:mt-6">
      <h3 className="text-lg">{heading}</h3>
      <DoneHere done={done} when={when} />
      {lead && <p className="text-muted">{lead}</p>}
      {children}
    </div>
  );
}

export function DoneHere({ done, when }: DoneProps & { when?: (keyof Content["me"]["done"])[] }) {
  return done && when?.includes(done.what) ? <Done>{done.sentence}</Done> : null;
}

/** A form of this page. It goes to the page alone: what was done before it is not said again. */
export function MeForm(props: ComponentProps<typeof OwnForm>) {
  return <OwnForm action={useLocation().pathname} {...props} />;
}
