import type { Member } from "#content/voices.ts";
import { Portrait } from "#app/ui/portrait.tsx";

/** Who opens the letters. */
export function Team({ heading, members }: { heading: string; members: Member[] }) {
  if (members.length === 0) return;
  return (
    <div className="mt-8 bg-sheet p-7.5">
      <p className="font-display text-title font-bold">{heading}</p>
      <ul className="mt-5 grid gap-5">
        {members.map(({ name, role, portrait }) => (
          <li key={name} className="flex items-center gap-4">
            <Portrait picture={portrait} />
            <p className="leading-snug">
              <span className="font-semibold">{name}</span>
              <br />
              <span className="text-muted">{role}</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
