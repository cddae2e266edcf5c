import type { JSHandle, Page } from "@playwright/test";

/** Waits for the face of the headings, which comes after the first paint. */
export async function headingsHaveTheirFace(page: Page) {
  await page.locator(":root[data-face-ready]").waitFor();
}

type Look = { name: string; styles: string[] };

/** Elements, what stands before and after each, and all their computed styles. They stay in the page: megabytes of text. */
export async function looks(page: Page, selector: string): Promise<JSHandle<Look[]>> {
  return page.evaluateHandle((elements) => {
    const properties = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--"));
    return [...document.querySelectorAll(elements)].flatMap((element) =>
      ["", "::before", "::after"].map((pseudo) => {
        const all = getComputedStyle(element, pseudo || null);
        const isNone = !!pseudo && all.content === "none";
        const name = `${element.tagName} ${element.getAttribute("class")}${pseudo}`;
        return { name, styles: isNone ? [] : properties.map((property) => `${property}: ${all.getPropertyValue(property)}`) };
      }),
    );
  }, selector);
}

/** How many of them have styles to compare. */
export async function countOf(seen: JSHandle<Look[]>): Promise<number> {
  return seen.evaluate((all) => all.filter(({ styles }) => styles.length > 100).length);
}

/** What looks otherwise now, and how it did before. */
export async function changesSince(before: JSHandle<Look[]>, page: Page, selector: string): Promise<string[]> {
  const after = await looks(page, selector);
  return before.evaluate(
    (then, now) =>
      then.flatMap(({ name, styles }, index) =>
        styles.filter((style, place) => style !== now[index]?.styles[place]).map((style) => `${name} ${style}`),
      ),
    after,
  );
}
