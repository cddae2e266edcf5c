import type { ComponentProps } from "react";

/** Small drawings of one hand, 48 × 48: a line of ink with round ends, and one thing in yellow. */
const drawings = {
  landing: { yellow: "M15 20a9 9 0 0 1 18 0z", lines: "M10 4h28v40H10zM15 27h18M15 32h18M15 37h10" },
  sites: { yellow: "M6 13h36l3 9H3z", lines: "M10 13V5h28v8M8 22v21h32V22M14 43V30h9v13M29 30h6v6h-6z" },
  ecommerce: {
    yellow: "M14 22a5 5 0 0 1 10 0zM24 22a5 5 0 0 1 10 0z",
    lines: "M6 22h36l-4 20H10zM11 22a13 16 0 0 1 26 0M17 29l1 7M24 29v7M31 29l-1 7",
  },
  automation: {
    yellow: "M24 19a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
    lines:
      "M24 10a14 14 0 1 1 0 28 14 14 0 0 1 0-28zM24 3v16M24 29v16M3 24h16M29 24h16M9 9l11.5 11.5M27.500 27.500 39 39M9 39l11.500-11.500M27.500 20.500 39 9",
  },
  branding: { yellow: "M9 25h30v8H9z", lines: "M24 4a6 6 0 0 1 5 9c-2 3 1 8 6 12H13c5-4 8-9 6-12a6 6 0 0 1 5-9zM7 42h34" },
  maintenance: {
    yellow: "M24 18c4 5 4 7 4 9a4 4 0 0 1-8 0c0-2 0-4 4-9z",
    lines: "M15 13h18v24H15zM11 37h26v6H11zM18 13l2-6h8l2 6M24 7V3",
  },
  understand: { yellow: "M9 19h15v5H9z", lines: "M12 24v7M21 24v7M3 31h27v13M30 37h7v7M3 44h42" },
  design: {
    yellow: "M24 11l5 13H19z",
    lines: "M24 5a19 19 0 1 1 0 38 19 19 0 0 1 0-38zM24 37l5-13H19zM24 5v3M24 40v3M5 24h3M40 24h3",
  },
  build: { yellow: "M17 14h13v10H17z", lines: "M4 24h40M6 29h36M10 24v5M38 24v5M12 29v13M20 29v9M28 29v13M36 29v7" },
  review: {
    yellow: "M24 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
    lines: "M18 31l4-20h4l4 20zM20 21h8M11 31h26l-4 8H15zM4 43q5-4 10 0t10 0 10 0 10 0",
  },
  launch: {
    yellow: "M7 11h6v7H7zM35 11h6v7h-6z",
    lines: "M8 18v14M12 18v14M36 18v14M40 18v14M2 32h15v12H2zM31 32h15v12H31zM19 40q2.500-3 5 0t5 0",
  },
  support: {
    yellow: "M13 33a11 11 0 0 1 22 0z",
    lines: "M24 22v-5M24 9a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM13 33h22M4 41q5-4 10 0t10 0 10 0 10 0",
  },
  boat: { yellow: "M22 3l12 20H22z", lines: "M20 27V3L9 23M4 29h38l-7 11H12z" },
};

export type DrawingName = keyof typeof drawings;

export function Drawing({ name, className, ...props }: ComponentProps<"svg"> & { name: DrawingName }) {
  const { yellow, lines } = drawings[name];
  return (
    <svg viewBox="0 0 48 48" className={`drawing ${className ?? ""}`} aria-hidden {...props}>
      <path d={yellow} className="fill-toxo" />
      <path d={lines} />
    </svg>
  );
}
