import type { Content } from "#content/en/index.ts";
import { offer } from "#content/agency.ts";
import type { ExtraSection } from "#content/quote.ts";
import { Sketch, Sketches, type SketchName } from "./sketches.tsx";

type Props = { text: Content["offer"]; chosen: ExtraSection[] };

/** What is bought, as a drawing: a tall page of seven strips, the last of them as they are chosen. */
export function LandingPage({ text, chosen }: Props) {
  return (
    <>
      <Sketches />
      <div className="landing">
        <ol>
          {Object.entries(text.base).map(([name, label], index) => (
            <Strip key={name} number={index + 1} label={label} sketch={name as SketchName} />
          ))}
          <ChosenStrips text={text} chosen={chosen} />
        </ol>
      </div>
      <p className="mt-3 text-sm text-muted">{text.drawing}</p>
    </>
  );
}

/** The strips that are left to the client: dashed, and open until something is chosen. */
export function ChosenStrips({ text, chosen }: Props) {
  return Array.from({ length: offer.sections.chosen }, (_, index) => {
    const section = chosen[index];
    const number = offer.sections.base + index + 1;
    return <Strip key={number} number={number} label={section ? text.sections[section] : text.open} sketch={section} isChosen />;
  });
}

function Strip({ number, label, sketch, isChosen }: { number: number; label: string; sketch?: SketchName; isChosen?: true }) {
  return (
    <li className={isChosen ? "strip strip-chosen" : "strip"}>
      <span className="strip-number" aria-hidden>
        {number}
      </span>
      <span>{label}</span>
      {sketch && <Sketch name={sketch} />}
    </li>
  );
}
