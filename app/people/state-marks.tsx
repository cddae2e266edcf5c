import type { Content } from "#content/en/index.ts";

export type State = keyof Content["people"]["states"];

const looks: Record<State, string> = {
  admin: "border border-ink text-ink",
  banned: "border border-alert text-alert",
  unconfirmed: "border border-line text-muted",
  invited: "border border-line text-muted",
  you: "bg-shade text-ink",
};

/** What is particular about an account, in a word each. */
export function StateMarks({ states, text }: { states: State[]; text: Content["people"]["states"] }) {
  return (
    states.length > 0 && (
      <ul className="flex flex-wrap gap-2 lg:flex-nowrap">
        {states.map((state) => (
          <li key={state} className={`rounded-sm px-2 py-0.5 text-sm font-semibold ${looks[state]}`}>
            {text[state]}
          </li>
        ))}
      </ul>
    )
  );
}
