import type { ReactNode } from "react";
import type { Content } from "#content/en/index.ts";

export type SketchName = keyof Content["offer"]["base"] | keyof Content["offer"]["sections"];

/** What each section of a landing page looks like, drawn by one hand: a line of ink and one thing in yellow. */
const sketches: Record<SketchName, ReactNode> = {
  opening: (
    <>
      <path className="fill-toxo" d="M6 24h22a4 4 0 0 1 0 10H6a4 4 0 0 1 0-10z" />
      <path d="M4 8h40M4 15h28M56 5h36v30H56zM56 29l11-12 9 9 5-5 11 12M80 13a3 3 0 1 0 6 0 3 3 0 1 0-6 0" />
    </>
  ),
  services: (
    <>
      <path className="fill-toxo" d="M8 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0z" />
      <path d="M42 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0M76 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0M4 26h20M6 33h16M38 26h20M40 33h16M72 26h20M74 33h16" />
    </>
  ),
  about: (
    <>
      <path className="fill-toxo" d="M16 13a7 7 0 1 0 14 0 7 7 0 1 0-14 0z" />
      <path d="M8 36c1-8 7-12 15-12s14 4 15 12M52 10h40M52 19h36M52 28h24" />
    </>
  ),
  place: (
    <>
      <path className="fill-toxo" d="M20 36C12 27 9 22 9 16a11 11 0 0 1 22 0c0 6-3 11-11 20z" />
      <path d="M17 16a3 3 0 1 0 6 0 3 3 0 1 0-6 0M52 20a15 15 0 1 0 30 0 15 15 0 1 0-30 0M67 11v9l7 5" />
    </>
  ),
  contact: (
    <>
      <path d="M6 8h44v26H6zM6 9l22 15L50 9M62 12h30M62 20h30" />
      <path className="fill-toxo" d="M62 28h20v7H62z" />
    </>
  ),
  prices: (
    <>
      <path className="fill-toxo" d="M70 5h22v8H70z" />
      <path d="M4 9h38M50 9h12M4 20h30M50 20h12M74 20h18M4 31h34M50 31h12M74 31h18" />
    </>
  ),
  gallery: (
    <>
      <path className="fill-toxo" d="M36 6h24v28H36z" />
      <path d="M4 6h24v28H4zM4 28l8-9 6 6 4-4 6 7M36 28l9-9 6 6 9-5M68 6h24v28H68zM68 27l7-7 8 8 9-9" />
    </>
  ),
  opinions: (
    <>
      <path d="M4 5h56v22H24l-9 9v-9H4zM14 12h36M14 20h24" />
      <path className="fill-toxo" d="m80 7 3.5 8 8.5.8-6.5 5.7 2 8.5-7.5-4.5-7.5 4.5 2-8.5-6.5-5.7 8.5-.8z" />
    </>
  ),
  questions: (
    <>
      <path className="fill-toxo" d="M4 20a14 14 0 1 0 28 0 14 14 0 1 0-28 0z" />
      <path d="M14 16c0-6 8-6 8-1 0 3-4 3-4 7M18 27v.2M44 9h38M88 7l3 3 3-3M44 20h34M88 18l3 3 3-3M44 31h38M88 29l3 3 3-3" />
    </>
  ),
  bookings: (
    <>
      <path className="fill-toxo" d="M40 21h14v7H40z" />
      <path d="M12 8h70v28H12zM12 16h70M26 4v8M68 4v8M26 16v20M40 16v20M54 16v20M68 16v20M12 26h70" />
    </>
  ),
  team: (
    <>
      <path className="fill-toxo" d="M42 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0z" />
      <path d="M36 36c1-9 5-13 12-13s11 4 12 13M13 15a5 5 0 1 0 10 0 5 5 0 1 0-10 0M8 36c0-7 4-11 10-11 4 0 7 1 8 4M73 15a5 5 0 1 0 10 0 5 5 0 1 0-10 0M70 29c1-3 4-4 8-4 6 0 10 4 10 11" />
    </>
  ),
  news: (
    <>
      <path className="fill-toxo" d="M10 16h24v18H10z" />
      <path d="M4 8h88M44 17h20M44 25h20M44 33h20M72 17h20M72 25h20M72 33h12" />
    </>
  ),
};

/** All of them once, for `<Sketch>` to use. */
export function Sketches() {
  return (
    <svg className="absolute size-0" aria-hidden>
      {Object.entries(sketches).map(([name, drawing]) => (
        <symbol key={name} id={`sketch-${name}`} viewBox="0 0 96 40">
          {drawing}
        </symbol>
      ))}
    </svg>
  );
}

export function Sketch({ name }: { name: SketchName }) {
  return (
    <svg className="sketch" viewBox="0 0 96 40" aria-hidden>
      <use href={`#sketch-${name}`} />
    </svg>
  );
}
