import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds wrong with the page as it is now, in all of it or in the part that the selector names. */
async function barriersOf(page: Page, part?: string, rules?: string[]) {
  // Half a megabyte, which the builder would bring along twice each time.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: "undefined" }) })
    // What is right need not be described: that is much of the work. Files are asked for again only for rules about sound and video.
    .options({ resultTypes: ["violations"], preload: false, ...(rules && { runOnly: rules }) })
    // Adds up in the page itself instead of in another tab; only frames of other sites would need that.
    .setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  return violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html.slice(0, 200)) }));
}

/** What can be right in one scheme and wrong in the other. */
const aboutColours = ["color-contrast", "link-in-text-block"];

/** The same in light and in dark, without loading the page again. The pages are the same in every language: English stands for all. */
export async function barriersInBothSchemes(page: Page, part?: string) {
  const found = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await untilStill(page);
    const rules = colorScheme === "dark" ? aboutColours : undefined;
    found.push(...(await barriersOf(page, part, rules)).map((barrier) => ({ colorScheme, ...barrier })));
  }
  return found;
}

/** Halfway from one scheme to the other, no colour is right. What is folded away never gets there. */
export async function untilStill(page: Page) {
  await page.waitForFunction(
    () => !document.getAnimations().some((one) => one instanceof CSSTransition && (one.effect as KeyframeEffect).target?.checkVisibility()),
  );
}
