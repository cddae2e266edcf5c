import type { ComponentProps } from "react";
import { useNavigation } from "react-router";

/** The small buttons of the inbox, where many stand side by side. */
export const smallButton =
  "inline-flex min-h-11 shrink-0 cursor-pointer items-center justify-center rounded-full border border-line bg-foam px-3.5 text-sm font-semibold text-ink no-underline hover:border-ink aria-disabled:cursor-default aria-disabled:opacity-60";
export const smallMainButton =
  "inline-flex min-h-11 shrink-0 cursor-pointer items-center justify-center rounded-full bg-tide px-5 text-sm font-semibold text-on-tide no-underline hover:bg-tide-strong";

/** A small button that says what it does by `intent`; while a form is on its way it does nothing, and keeps the focus. */
export function IntentButton({ intent, busyLabel, children, ...props }: ComponentProps<"button"> & { intent: string; busyLabel?: string }) {
  const { formData } = useNavigation();
  return (
    <button
      name="intent"
      value={intent}
      aria-disabled={formData ? true : undefined}
      onClick={(event) => formData && event.preventDefault()}
      className={smallButton}
      {...props}
    >
      {busyLabel && formData?.get("intent") === intent ? busyLabel : children}
    </button>
  );
}
