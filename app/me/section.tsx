import type { ComponentProps, ReactNode } from "react";
import { useLocation } from "react-router";
import { Done } from "#app/account/done.tsx";
import { OwnForm } from "#app/account/own-form.tsx";
import { foldSummary } from "#app/ui/fold.ts";
import type { Content } from "#content/en/index.ts";

type DoneProps = { done?: { what: keyof Content["me"]["done"]; sentence: string } };

/** A part of /me that an address can name. */
export function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="grid gap-4 pb-10">
      <h2 id={`${id}-heading`} className="text-title">
        {heading}
      </h2>
      {children}
    </section>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return <div className="border-t border-line">{children}</div>;
}

type RowProps = DoneProps & {
  id: string;
  heading: string;
  /** How it stands, beside the heading. */
  state?: ReactNode;
  lead?: string;
  when?: (keyof Content["me"]["done"])[];
  /** What came back to one of its forms: the row is open again. */
  reply?: object;
  isOpen?: boolean;
  children: ReactNode;
};

/** A row that opens; it is open when something was done in it, or came back to it. */
export function Row({ id, heading, state, lead, done, when, reply, isOpen, children }: RowProps) {
  const isDone = !!done && !!when?.includes(done.what);
  return (
    <details open={isDone || !!reply || isOpen} className="group/row border-b border-line">
      <summary className={`${foldSummary} sm:grid-cols-[15rem_1fr_auto] sm:after:col-start-3`}>
        <h3 className="font-sans text-base font-semibold">{heading}</h3>
        {state && <span className="text-sm wrap-anywhere text-muted max-sm:col-start-1 max-sm:row-start-2">{state}</span>}
      </summary>
      {/* An address that names it opens it: browsers open what a part of theirs is in. */}
      <div id={id} className="grid max-w-xl scroll-mt-36 gap-5 pt-1 pb-8">
        <DoneHere done={done} when={when} />
        {lead && <p className="text-muted">{lead}</p>}
        {children}
      </div>
    </details>
  );
}

export function DoneHere({ done, when }: DoneProps & { when?: (keyof Content["me"]["done"])[] }) {
  return done && when?.includes(done.what) ? <Done>{done.sentence}</Done> : null;
}

/** A form of this page. It goes to the page alone: what was done before it is not said again. */
export function MeForm(props: ComponentProps<typeof OwnForm>) {
  return <OwnForm action={useLocation().pathname} {...props} />;
}
