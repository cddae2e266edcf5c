declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";
  const build: ServerBuild;
  export = build;
}

/** A TypeScript file and what it imports, as the minified text of a classic script (scripts/inline-script.ts). */
declare module "virtual:inline-script/*" {
  const text: string;
  export default text;
}

declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: "woff2" | "sfnt"; variationAxes?: Record<string, number | { min: number; max: number }> },
  ): Promise<Buffer>;
}

declare module "html-to-text" {
  export function compile(options: {
    wordwrap: false;
    preserveNewlines: boolean;
    limits?: object;
    selectors: object[];
  }): (html: string) => string;
}
