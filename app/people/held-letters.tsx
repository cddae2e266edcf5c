import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";

/** Says that letters of the accounts are held back, where there are any. */
export function HeldLetters({ count, text }: { count: number; text: Content["people"]["held"] }) {
  if (count === 0) return null;
  return (
    <p className="mt-6 max-w-prose border-l-4 border-alert bg-shade px-5 py-4">{count === 1 ? text.one : fill(text.many, { count })}</p>
  );
}
