import type { Page } from "@playwright/test";
import sharp from "sharp";

/** In the page: a line of text, where it is, its colour and how much contrast it needs. */
type Line = { text: string; left: number; top: number; right: number; bottom: number; colour: number[]; needed: number };

type Contrast = { text: string; ratio: number; needed: number };

/**
 * The worst contrast of each text in a part of the page with what is drawn behind it. Rules cannot read gradients and drawings, so the page
 * is painted twice, with its letters and without: what differs is covered by letters, and what lies there in the second picture is their
 * ground.
 */
export async function contrastsIn(page: Page, part: string): Promise<Contrast[]> {
  await page.evaluate(() => scrollTo(0, 0));
  const clip = (await page.locator(part).boundingBox())!;
  const lines = await page.evaluate(linesIn, part);
  const paint = async () => {
    const png = await page.screenshot({ clip, fullPage: true, animations: "disabled", scale: "css" });
    return sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  };
  const { data: written, info } = await paint();
  await page.evaluate(() => {
    const blank = new CSSStyleSheet();
    blank.replaceSync("*, ::before, ::after { color: transparent !important; transition: none !important }");
    document.adoptedStyleSheets.push(blank);
  });
  const { data: ground } = await paint();
  await page.evaluate(() => void document.adoptedStyleSheets.pop());

  const worst = new Map<string, { ratio: number; needed: number }>();
  for (const { text, colour, needed, ...line } of lines) {
    // Most grounds are of a few colours.
    const ratios = new Map<number, number>();
    for (let y = Math.max(0, Math.floor(line.top - clip.y)); y < Math.min(info.height, line.bottom - clip.y); y++)
      for (let x = Math.max(0, Math.floor(line.left - clip.x)); x < Math.min(info.width, line.right - clip.x); x++) {
        const at = (y * info.width + x) * 3;
        if (!isCovered(written, ground, at)) continue;
        const behind = (ground[at]! << 16) | (ground[at + 1]! << 8) | ground[at + 2]!;
        if (!ratios.has(behind)) ratios.set(behind, contrastOn([...ground.subarray(at, at + 3)], colour));
      }
    const ratio = Math.min(...ratios.values());
    if (ratio < (worst.get(text)?.ratio ?? Infinity)) worst.set(text, { ratio, needed });
  }
  return [...worst].map(([text, found]) => ({ text, ...found }));
}

function isCovered(written: Buffer, ground: Buffer, at: number): boolean {
  for (let index = at; index < at + 3; index++) if (Math.abs(ground[index]! - written[index]!) >= 24) return true;
  return false;
}

function contrastOn(behind: number[], colour: number[]): number {
  const alpha = colour[3]! / 255;
  return contrast(
    behind.map((value, index) => value + (colour[index]! - value) * alpha),
    behind,
  );
}

function linesIn(part: string): Line[] {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const colourOf = (css: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const texts = document.createTreeWalker(document.querySelector(part)!, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    const element = node.parentElement!;
    const text = node.data.trim().slice(0, 50);
    if (
      !text ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest("svg, select") ||
      element.offsetWidth <= 1
    )
      continue;
    const style = getComputedStyle(element);
    const [red, green, blue, alpha] = colourOf(style.color) as [number, number, number, number];
    let opacity = 1;
    for (let around: Element | null = element; around; around = around.parentElement) opacity *= Number(getComputedStyle(around).opacity);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects())
      lines.push({
        text,
        left: left,
        top: top,
        right: right,
        bottom: bottom,
        colour: [red, green, blue, alpha * opacity],
        needed,
      });
  }
  return lines;
}

export function contrast(one: number[], other: number[]): number {
  const [dark, light] = [brightness(one), brightness(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Relative luminance, as WCAG defines it. */
function brightness(colour: number[]): number {
  const [red, green, blue] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
