import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import subsetFont from "subset-font";
import { runnerImport } from "vite";
import { people, testimonials } from "#content/agency.ts";
import { locales } from "#content/locales.ts";
import { portraitName } from "#content/voices.ts";

type Sources = typeof import("#app/seo/picture-sources.ts");

/** Makes the pictures of a build: from its drawings a social image per public page and language, and the icons; from photographs, portraits. */
export async function makePictures(folder: string) {
  const { socialImage, socialImageName, titles } = (await runnerImport<Sources>("./app/seo/picture-sources.ts", { configFile: false }))
    .module;
  const font = await subsetFont(readFileSync("app/fonts/piazzolla.woff2"), letters(titles), {
    targetFormat: "sfnt",
    variationAxes: { wght: 750 },
  });

  // The renderer reads fonts from files only.
  const fontFolder = mkdtempSync(join(tmpdir(), "pictures-"));
  const fontFile = join(fontFolder, "piazzolla.ttf");
  writeFileSync(fontFile, font);

  mkdirSync(join(folder, "social"), { recursive: true });
  for (const locale of locales) {
    for (const [path, title] of Object.entries(titles[locale])) {
      const png = draw(socialImage(title), 1200, [fontFile]);
      await sharp(png)
        .jpeg({ quality: 82, mozjpeg: true })
        .toFile(join(folder, "social", socialImageName(locale, path)));
    }
  }

  rmSync(fontFolder, { recursive: true });

  const mark = readFileSync("public/favicon.svg", "utf8");
  for (const [name, size] of [
    ["icon-192.png", 192],
    ["icon-512.png", 512],
    ["apple-touch-icon.png", 180],
  ] as const) {
    // Installed icons are masked by the system, so they have no corners of their own.
    writeFileSync(join(folder, name), draw(mark.replace('rx="7" ', ""), size));
  }
  writeFileSync(join(folder, "favicon.ico"), ico(draw(mark, 32)));
  await makePortraits(join(folder, "portraits"));
}

/** Square, three times as large as they are shown, without what a camera wrote into them. */
async function makePortraits(folder: string) {
  mkdirSync(folder, { recursive: true });
  for (const { picture } of [...testimonials, ...people]) {
    if (!picture) continue;
    const face = sharp(join("content/pictures", picture)).autoOrient().resize(192, 192, { fit: "cover", position: "attention" });
    await face.webp({ quality: 75 }).toFile(join(folder, portraitName(picture)));
  }
}

function draw(svg: string, width: number, fontFiles: string[] = []): Buffer {
  return new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: "Piazzolla" },
  })
    .render()
    .asPng();
}

/** An .ico file may simply hold a PNG: a header, one entry, the picture. */
function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

function letters(texts: unknown): string {
  return [...new Set(JSON.stringify(texts) + "Abrente")].join("");
}
