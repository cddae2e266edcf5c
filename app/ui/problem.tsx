import { useId, type Ref } from "react";
import { Link } from "react-router";

type Props = {
  ref?: Ref<HTMLDivElement>;
  heading?: string;
  lines?: string[];
  /** What is wrong at which field, in the order of the form. */
  errors?: [field: string, message: string][];
  /** A way out. */
  way?: { to: string; label: string };
  className?: string;
  /** There, but not shown yet. */
  hidden?: true;
};

/** Says above a form why it was not accepted; what is wrong at a field leads there. Whoever shows it gives it the focus. */
export function Problem({ ref, heading, lines, errors, way, className, hidden }: Props) {
  const id = useId();
  return (
    <div
      ref={ref}
      tabIndex={-1}
      // A form that came back without JavaScript must say first why.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={!hidden}
      hidden={hidden}
      suppressHydrationWarning={hidden}
      role="alert"
      aria-labelledby={heading && id}
      className={`border-l-4 border-alert bg-shade px-5 py-4 ${className ?? ""}`}
    >
      {heading && (
        <p id={id} className="font-display text-title font-bold">
          {heading}
        </p>
      )}
      {lines?.map((line) => (
        <p key={line} className="not-first:mt-2">
          {line}
        </p>
      ))}
      {errors && errors.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 not-first:mt-2">
          {errors.map(([field, message]) => (
            <li key={field}>
              <a href={`#field-${field}`}>{message}</a>
            </li>
          ))}
        </ul>
      )}
      {way && (
        <p className="mt-2">
          <Link to={way.to}>{way.label}</Link>
        </p>
      )}
    </div>
  );
}
