import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";

/** Under water. From the raft hang as many ropes as there are years, each with more mussels than the one before. */
export function Experience({ text }: { text: Content["home"]["experience"] }) {
  return (
    <section aria-labelledby="experience-heading" className="sea night">
      <div className="page">
        <Raft />
        <div className="columns sea-text">
          <h2 id="experience-heading" className="text-statement lg:col-span-8">
            {text.heading}
          </h2>
          <p className="mt-6 max-w-[52ch] text-lead lg:col-span-7">{text.text}</p>
        </div>
      </div>
    </section>
  );
}

const ropes = Array.from({ length: agency.yearsOfExperience }, (_, year) => {
  const part = (year + 0.5) / agency.yearsOfExperience;
  return `M${Math.round(part * 1200)} 30V${Math.round(70 + 400 * part ** 2)}`;
}).join("");

/** It is as wide as the page: lines and dots keep their width, only their lengths change. */
function Raft() {
  return (
    <svg viewBox="0 0 1200 480" preserveAspectRatio="none" className="raft" aria-hidden>
      <g className="ropes">
        <path d={ropes} className="mussels" />
        <path d={ropes} className="shells" />
      </g>
      <path d="M100 34h.1M400 34h.1M800 34h.1M1100 34h.1" className="floats" />
      <path d="M0 22H1200M0 10H1200" className="beams" />
      <path d="M80 4V26M240 4V26M400 4V26M560 4V26M720 4V26M880 4V26M1040 4V26M1160 4V26" className="beams" />
    </svg>
  );
}
