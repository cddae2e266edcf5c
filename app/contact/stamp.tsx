import { agency } from "#content/agency.ts";

/** The lighthouse as a stamp, and the postmark over it, which lands where a letter has just been sent. */
export function Stamp({ lands }: { lands?: boolean }) {
  return (
    <svg viewBox="0 0 190 110" className="stamp" aria-hidden>
      <path d="M106 6h78v98h-78z" className="perforated" />
      <path d="M114 14h62v82h-62z" className="fill-[oklch(0.86_0.06_200)]" />
      <path d="M114 76h62v20h-62z" className="fill-[oklch(0.5_0.09_210)]" />
      <path d="M128 76a14 14 0 0 1 28 0z" className="fill-toxo" />
      <path d="m152 78 3-44h8l3 44zM154 28l5-7 5 7z" className="fill-[oklch(0.27_0.035_225)]" />
      <path d="M155 30h8v6h-8z" className="fill-lamp" />
      <g className={`postmark ${lands ? "postmark-lands" : ""}`}>
        <path d="M60 12a40 40 0 1 1 0 80 40 40 0 0 1 0-80zM60 26a26 26 0 1 1 0 52 26 26 0 0 1 0-52z" />
        <path
          className="stroke-[oklch(0.45_0.03_225)]"
          d="M98 36q8-6 16 0t16 0 16 0M100 48q8-6 16 0t16 0 16 0M100 60q8-6 16 0t16 0 16 0M98 72q8-6 16 0t16 0 16 0"
        />
        <text x="60" y="58" textAnchor="middle">
          {agency.founded}
        </text>
      </g>
    </svg>
  );
}
