import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

/**
 * Makes app/fonts/piazzolla.woff2 from the whole face: the letters of our three languages, and the weights that headings use.
 * Run it by hand (`node scripts/subset-font.ts`) when a letter is missing; the result is part of the repository.
 */
const letters = [...range(0x20, 0x7e), ..."¡¿ªº«»·ÁÉÍÓÚÜÑÇáéíóúüñçàèâêôïöÄÖäß", ..."–—‘’“”…€\u00a0\u202f"].join("");

const whole = readFileSync("node_modules/@fontsource-variable/piazzolla/files/piazzolla-latin-wght-normal.woff2");
const small = await subsetFont(whole, letters, { targetFormat: "woff2", variationAxes: { wght: { min: 500, max: 800 } } });
writeFileSync("app/fonts/piazzolla.woff2", small);
console.log(`app/fonts/piazzolla.woff2: ${small.length} bytes (whole: ${whole.length})`);

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
}
