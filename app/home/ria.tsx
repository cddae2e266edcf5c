import type { ComponentProps } from "react";

/** The colours of the drawing: custom properties on the page, plain colours in pictures made at build time. */
export type RiaColours = Record<
  "glow" | "sun" | "far" | "mid" | "near" | "water" | "deep" | "glitter" | "raft" | "tower" | "band" | "lamp" | "ground",
  string
>;

const onPage = Object.fromEntries(
  ["glow", "sun", "far", "mid", "near", "water", "deep", "glitter", "raft", "tower", "band", "lamp", "ground"].map((name) => [
    name,
    `var(--ria-${name})`,
  ]),
) as RiaColours;

const hills = {
  far: "M0 382v-36c52-10 108-34 176-24 44 6 72-6 128-16 66-12 112 10 178 22 70 18 146 20 226 54zM742 382c40-10 66-34 118-40 44-4 66 12 108 18 60 8 108 6 166 22z",
  mid: "M0 396v-26c90-26 172-16 262 2 94 18 190 14 306 24zM1010 388c70-18 128-40 206-42 90-2 160 6 224-8v50z",
  near: "M1440 600V316c-26-10-48 2-76 8-30 8-58-2-96 4-46 8-64 34-104 50-44 18-96 20-150 44 54 6 92 18 112 42 34 40 46 92 96 136z",
};

/** A ría at daybreak with its lighthouse: the sun behind the islands, mussel rafts on the water, the light still on. */
export function Ria({ colours = onPage, ...props }: ComponentProps<"svg"> & { colours?: RiaColours }) {
  const { glow, sun, far, mid, near, water, deep, glitter, raft, lamp, ground } = colours;
  return (
    <svg viewBox="0 0 1440 600" preserveAspectRatio="xMaxYMax slice" role="img" {...props}>
      <defs>
        <radialGradient id="ria-glow" gradientUnits="userSpaceOnUse" cx="880" cy="366" r="360">
          <stop stopColor={glow} stopOpacity=".95" />
          <stop offset="1" stopColor={glow} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="ria-water" x2="0" y2="1">
          <stop stopColor={water} />
          <stop offset="1" stopColor={deep} />
        </linearGradient>
        <linearGradient id="ria-beam" x1="1" x2="0">
          <stop stopColor={lamp} stopOpacity=".75" />
          <stop offset="1" stopColor={lamp} stopOpacity="0" />
        </linearGradient>
        <g id="ria-raft" stroke={raft} strokeWidth="4" fill="none">
          <path d="M-58 0H58M-52 5H52M-50 0v12M-30 0v12M-10 0v12M10 0v12M30 0v12M50 0v12" />
          <path d="M-14-18H10V0h-24z" fill={raft} />
        </g>
      </defs>

      {/* Above the water alone: the drawing is open below, where the page goes on. */}
      <path d="M520 380v-14a360 360 0 0 1 720 0v14z" fill="url(#ria-glow)" />
      <circle cx="880" cy="366" r="68" fill={sun} />
      <path fill={far} d={hills.far} />
      <path fill={mid} d={hills.mid} />
      <path fill="url(#ria-water)" d="M0 380h1440v220H0z" />

      <g stroke={glitter} strokeWidth="5" strokeLinecap="round">
        <path d="M818 392h124M838 408h92M806 426h60M884 426h78M842 446h112M820 470h46M900 470h40M856 498h64M838 530h30M892 530h46" />
      </g>
      <g stroke={glitter} strokeWidth="2.5" strokeLinecap="round" opacity=".5">
        <path d="M90 424h70M226 446h42M118 486h110M330 506h64M470 470h50M560 524h92M700 500h36M1010 470h60M980 520h44M250 548h80" />
      </g>
      <use href="#ria-raft" x="0" y="0" transform="translate(300 428) scale(.62)" />
      <use href="#ria-raft" x="0" y="0" transform="translate(468 414) scale(.42)" />
      <use href="#ria-raft" x="0" y="0" transform="translate(604 456)" />
      {/* A narrow screen would cut it in two. */}
      <path className="max-sm:hidden" fill={raft} d="M726 462c18 10 40 10 60-2l-6 14h-44zM754 460v-30h3v30z" />

      <g className="ria-beam">
        <path fill="url(#ria-beam)" d="M1266 128 300 84v88z" />
      </g>
      <Headland {...colours} />
      <path fill="none" stroke={near} strokeWidth="3" strokeLinecap="round" d="M1060 196q10-10 18 0 8-10 18 0M1116 228q7-7 13 0 6-7 13 0" />
      {/* It goes on below the picture: where that ends, no water shows. */}
      <path fill={ground} d="M0 606v-76c118-26 236 14 356 0s240-30 364-8 244 22 360 2 246-20 360 6v76z" />
    </svg>
  );
}

/** The same hills when the day is over: what is left of it is the light of the tower and of the house. */
export function RiaAtNight(props: ComponentProps<"svg">) {
  return (
    <svg viewBox="0 0 1440 330" preserveAspectRatio="xMaxYMax slice" aria-hidden {...props}>
      <linearGradient id="night-beam" x1="1" x2="0">
        <stop stopColor={onPage.lamp} stopOpacity=".5" />
        <stop offset="1" stopColor={onPage.lamp} stopOpacity="0" />
      </linearGradient>
      <path
        stroke={onPage.tower}
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".7"
        d="M96 60h0M214 128h0M330 40h0M468 96h0M566 30h0M690 140h0M742 62h0M866 28h0M930 118h0M1016 54h0M1102 146h0M1168 36h0M1350 90h0M1404 34h0"
      />
      <g transform="translate(0 -70)">
        <path fill={onPage.far} d={hills.far} />
        <path fill={onPage.mid} d={hills.mid} />
        <path fill={onPage.water} d="M0 380h1440v20H0z" />
        <path stroke={onPage.lamp} strokeWidth="3" strokeLinecap="round" opacity=".5" d="M1020 388h40M970 396h62M1000 392h12" />
        <path fill="url(#night-beam)" d="M1266 128 240 84v120z" />
        <Headland {...onPage} />
        {/* The rock goes on below the picture. */}
        <path
          fill={onPage.near}
          d="M1222 598c12 36-6 66 8 110s36 56 32 110-20 70-4 128 46 76 44 138-16 88 8 152 46 84 50 150 6 90 30 130 40 60 50 90V598z"
        />
      </g>
    </svg>
  );
}

/** The rock with the tower, and the house of who keeps it: somebody is up. */
function Headland({ near, tower, band, lamp }: RiaColours) {
  return (
    <>
      <path fill={near} d={hills.near} />
      <path fill={tower} d="m1244 330 10-176h26l10 176z" />
      <path fill={band} d="m1247.6 266 2.6-44h33.6l2.6 44zM1252.2 186l1.5-26h26.6l1.5 26z" />
      <path fill={near} d="M1244 144h46v10h-46zM1250 110l17-22 17 22zM1265.5 76h3v14h-3zM1298 330v-36l28-18 42 0 14 18v40z" />
      <path fill={lamp} d="M1254 112h26v30h-26zM1310 302h10v12h-10zM1340 302h10v12h-10zM1362 302h10v12h-10z" />
      <path stroke={near} strokeWidth="2.5" d="M1262.5 112v30M1271.5 112v30M1315 302v12M1345 302v12M1367 302v12" />
    </>
  );
}
