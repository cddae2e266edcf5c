import type { Page } from "@playwright/test";

/** Elements, what stands before and after each, and all their computed styles but those whose names are left out. */
export async function looks(page: Page, selector: string, without = /^--/) {
  return page.evaluate(
    ([elements, source]) => {
      const left = new RegExp(source);
      return [...document.querySelectorAll(elements)].flatMap((element) =>
        ["", "::before", "::after"].map((pseudo) => {
          const all = getComputedStyle(element, pseudo || null);
          const names = all.content === "none" ? [] : [...all].filter((name) => !name.startsWith("--") && !left.test(name));
          const name = `${element.tagName} ${element.getAttribute("class")}${pseudo}`;
          // One text for each element: hundreds of thousands would take seconds on their way.
          return { name, styles: names.map((style) => `${style}:${all.getPropertyValue(style)}`).join("\n") };
        }),
      );
    },
    [selector, without.source] as const,
  );
}

type Looks = Awaited<ReturnType<typeof looks>>;

/** What looks otherwise, and how it did before. */
export function changesOf(before: Looks, after: Looks): string[] {
  return before.flatMap(({ name, styles }, index) => {
    if (styles === after[index]?.styles) return [];
    const now = new Set(after[index]?.styles.split("\n"));
    return styles
      .split("\n")
      .filter((style) => !now.has(style))
      .map((style) => `${name} ${style}`);
  });
}
