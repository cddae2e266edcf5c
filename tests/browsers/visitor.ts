import { setTimeout as pause } from "node:timers/promises";
import { expect, vi } from "vitest";
import type { Driver, Listening } from "./driver.ts";

export type Visitor = ReturnType<typeof visitorWith>;

/** A busy machine takes its time; this ends what would never happen. */
const patience = { timeout: 60_000, interval: 100 };

/** What must be so in a moment. */
export const soon = <Value>(look: () => Value) => expect.poll(look, patience);

/** Elements as people find them, in XPath: both drivers' browsers speak it. */
export const button = (name: string, within = "") => `${within}//button[contains(normalize-space(), "${name}")]`;
export const link = (name: string, within = "") => `${within}//a[contains(normalize-space(), "${name}")]`;
export const field = (label: string) => `//*[@id = //label[starts-with(normalize-space(), "${label}")]/@for]`;

/** Somebody at a browser, who waits for what they look for, and presses only what stands still and is not covered. */
export function visitorWith(driver: Driver, site: string) {
  async function click(target: string) {
    const { x, y } = await vi.waitFor(async () => {
      const before = await driver.evaluate(placeOf, target);
      // Long enough for a browser to scroll to where one has just typed.
      await pause(150);
      const place = await driver.evaluate(placeOf, target);
      if (!place || before?.x !== place.x || before.y !== place.y) throw new Error(`Cannot be pressed: ${target}`);
      return place;
    }, patience);
    await driver.clickAt(x, y);
  }

  async function expectNoComplaints() {
    expect(await driver.evaluate(() => (window as Listening).complaints?.splice(0) ?? [])).toEqual([]);
  }

  return {
    ...driver,
    async open(path: string) {
      await expectNoComplaints();
      await driver.open(site + path);
    },
    click,
    /** Nothing went wrong in the page they are on, since this was last asked. */
    expectNoComplaints,
    async fillIn(label: string, text: string) {
      await click(field(label));
      await driver.evaluate(() => (document.activeElement as HTMLInputElement).select());
      await driver.type(text);
      await soon(() => driver.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(text);
    },
    /** Where they are: path, query and anchor. */
    address: () => driver.evaluate(() => location.href.slice(location.origin.length)),
    /** What they can read in an element; nothing where it is not shown. */
    textOf: (selector: string) => driver.evaluate(textOf, selector),
    hasFocus: (selector: string) => driver.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector),
    /** How far the page reaches beyond its window, to the right. */
    overflow: () => driver.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  };
}

function textOf(selector: string): string {
  const element = document.querySelector<HTMLElement>(selector);
  return element?.checkVisibility() ? element.innerText.trim() : "";
}

/** The middle of the first such element that is shown. Nothing while it is out of sight or covered; then it is scrolled to. */
function placeOf(target: string): { x: number; y: number } | null {
  const found = document.evaluate(target, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  const elements = Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index) as Element);
  const element = elements.find((one) => one.checkVisibility());
  if (!element) return null;
  const box = element.getClientRects()[0]!;
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (element.contains(document.elementFromPoint(place.x, place.y))) return place;
  // The page's own way of scrolling is smooth.
  element.scrollIntoView({ block: "center", behavior: "instant" });
  return null;
}
