import { expect, type Page } from "@playwright/test";
import { locales, type Locale } from "#content/locales.ts";

/** `FILMS=all npm run test:deep -- browser` makes them in every language, to be looked at. What they show is tested without them. */
export const filmed: readonly Locale[] = process.env.FILMS === "all" ? locales : [];

/** What has the focus. Never the body: whoever uses a keyboard or a screen reader would begin at the top again. */
export const focusOf = (page: Page) => () => page.evaluate(() => document.activeElement?.localName ?? "body");

/** Gives a function that takes a picture of a step, at both widths, into test-results/film; what has the focus keeps it. */
export function filmOf(page: Page, folder: string) {
  let shots = 0;
  return async (step: string) => {
    const name = `${String(++shots).padStart(2, "0")} ${step.replaceAll(/[^\p{L} ]/gu, "")}`;
    const focused = await focusOf(page)();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: `test-results/film/${folder}-${width}/${name}.png`, fullPage: true });
      expect(await focusOf(page)(), `${step} at ${width} px`).toBe(focused);
    }
  };
}
