import { renderToStaticMarkup } from "react-dom/server";
import { agency } from "#content/agency.ts";
import { Ria, type RiaColours } from "#app/home/ria.tsx";

/** The day's colours as pictures need them: plain. */
const day: RiaColours = {
  glow: "#ffe29a",
  sun: "#ffd23a",
  far: "#92b9c3",
  mid: "#5a8f95",
  near: "#142c36",
  water: "#a0d9d6",
  deep: "#4f9aa4",
  glitter: "#fdf3cf",
  raft: "#20414c",
  tower: "#fefdf9",
  band: "#00727f",
  lamp: "#ffe066",
  ground: "#fbfaf5",
};

/** The picture of a shared link, 1200 × 630: the drawing of the home page, the page's title on its sky. */
export function socialImage(title: string): string {
  const lines = wrap(title, 17).slice(0, 3);
  const size = lines.length > 2 ? 72 : 92;
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" fontFamily="Piazzolla">
      <defs>
        <linearGradient id="sky" x2="0" y2="1">
          <stop stopColor="#d3ecf7" />
          <stop offset=".45" stopColor="#f6f3e2" />
          <stop offset=".8" stopColor="#ffd3ba" />
        </linearGradient>
      </defs>
      <path fill="url(#sky)" d="M0 0h1200v630H0z" />
      <Ria colours={day} x="0" y="130" width="1200" height="500" />
      <text x="70" y="92" fontSize="40" fontWeight="800" fill="#0f2430">
        {agency.name}
      </text>
      {lines.map((line, index) => (
        <text key={line} x="68" y={200 + index * size} fontSize={size} fontWeight="700" fill="#0f2430" letterSpacing="-1.5">
          {line}
        </text>
      ))}
    </svg>,
  );
}

function wrap(text: string, width: number): string[] {
  return text.split(" ").reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > width) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}
