import { agency } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { localePath, locales } from "#content/locales.ts";
import { barriersInBothSchemes, untilStill } from "./barriers.ts";
import { contrast, contrastsIn } from "./contrast.ts";
import { headingsHaveTheirFace } from "./looks.ts";
import { expect, test, type Page } from "./story.ts";

const phone = { width: 360, height: 740 };
const banner = (page: Page) => page.locator("#cookies");
const menu = (page: Page) => page.getByRole("button", { name: en.shell.menu });

test.describe("on a first visit", () => {
  test.use({ storageState: { cookies: [], origins: [] }, viewport: phone });

  test(
    "the banner never hides what has the focus: on a low screen and while open it stands in the page, else the page is scrolled out from behind it",
    { tag: "@deep" },
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 256 });
      await page.goto("/");
      await everyStopIsSeen(page, 14);
      for (const size of [{ width: 1024, height: 768 }, phone]) {
        await page.setViewportSize(size);
        await page.reload();
        await expect(banner(page)).toHaveCSS("position", "fixed");
        await everyStopIsSeen(page, 40);
      }
      await page.evaluate(() => scrollTo(0, 3000));
      await banner(page).getByText(en.consent.choose, { exact: true }).click();
      await expect(banner(page)).toBeInViewport();
      await everyStopIsSeen(page, 14);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const end = (await page.locator("footer").boundingBox())!;
      expect(end.y + end.height).toBeLessThanOrEqual(phone.height + 1);
    },
  );

  test("asked for again, the banner can be left with Escape, and the focus goes back", async ({ page }) => {
    await page.goto("/contact");
    await page.getByRole("button", { name: en.consent.reject }).click();
    const again = page.locator("footer").getByRole("link", { name: en.shell.footer.cookieSettings });
    await again.click();
    await expect(banner(page)).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(banner(page)).toBeHidden();
    await expect(again).toBeFocused();
  });
});

/** Walks on with the keyboard; what has the focus then can be touched. */
async function everyStopIsSeen(page: Page, stops: number) {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press("Tab");
    const [name, seen] = await page.evaluate(() => {
      const focused = document.activeElement!;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
      return [focused.outerHTML.slice(0, 90), points.some((found) => found && (focused.contains(found) || found.contains(focused)))];
    });
    expect(seen, name as string).toBe(true);
  }
}

test(
  "on a phone the skip link has room around its words, the menu closes behind the keyboard and stays below its button with letters twice as large; the hint to scroll can be pressed",
  { tag: "@deep" },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto("/");
    await page.getByRole("link", { name: en.home.hero.scroll }).click({ timeout: 5000 });
    await expect(page).toHaveURL("/#about");
    await page.goto("/contact");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: en.shell.skip });
    expect(await skip.evaluate((link) => parseFloat(getComputedStyle(link).paddingLeft))).toBeGreaterThan(8);
    await menu(page).click();
    await page.locator("#menu").getByRole("button", { name: en.shell.theme.dark }).focus();
    await page.keyboard.press("Tab");
    await expect(page.locator("#menu")).toBeHidden();

    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    expect((await page.getByRole("banner").boundingBox())!.height).toBeLessThan(4.5 * 32);
    await menu(page).click();
    const button = (await menu(page).boundingBox())!;
    expect((await page.locator("#menu").boundingBox())!.y).toBeGreaterThanOrEqual(button.y + button.height);
  },
);

test(
  "on a wide screen the hint to scroll can be pressed, and states can be told apart where the system chooses the colours, and at three to one everywhere else; with reduced motion nothing moves",
  { tag: "@deep" },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto("/");
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.getByRole("link", { name: en.home.hero.scroll }).click({ timeout: 5000 });
    await expect(page).toHaveURL("/#about");
    const edges = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).borderBottomWidth)));
    const bar = page.getByRole("banner");
    const languages = await edges("header [data-language]");
    expect(languages.filter((width) => width >= 2)).toHaveLength(1);
    expect(await edges("header nav a[href*='#']")).toEqual([0, 0, 0, 0, 0]);
    await expect(bar.getByRole("button", { pressed: true })).toHaveCount(1);
    await expect(bar.locator(".theme-current:visible")).toHaveCSS("border-bottom-width", "2px");
    expect((await edges("#top [data-track=view-offer], #top [data-track=explore-solutions]")).every((width) => width >= 1)).toBe(true);
    const entry = bar.getByRole("link", { name: en.shell.nav.offer, exact: true });
    await entry.click();
    await expect(entry).toHaveAttribute("aria-current", "location");
    const lines = await bar
      .locator("nav a[href*='#']")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationLine).toSorted());
    expect(lines).toEqual(["none", "none", "none", "none", "underline"]);
    // There each letter has a ground as tall as its face, which hides what it reaches.
    expect(await page.evaluate(whatTheFiguresHide)).toEqual([]);

    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ forcedColors: "none", colorScheme });
      await untilStill(page);
      const { ground, ...marks } = await page.evaluate(coloursOfStates);
      for (const [name, mark] of Object.entries(marks)) expect(contrast(mark, ground), `${name}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    }

    await page.emulateMedia({ forcedColors: "none", contrast: "more" });
    const colours = await page.evaluate(() =>
      ["--color-muted", "--color-line", "--color-granite"].map((name) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      }),
    );
    expect(new Set([...colours, await page.evaluate(() => getComputedStyle(document.body).color)]).size).toBe(1);
  },
);

/** In the page: the texts that the ground of a large figure lies over. */
function whatTheFiguresHide() {
  const text = document.createRange();
  const boxOf = (element: Element) => {
    text.selectNodeContents(element);
    return text.getBoundingClientRect();
  };
  const figures = [...document.querySelectorAll(".text-price, .figure")];
  if (figures.length === 0) return ["no figure"];
  return figures.flatMap((figure) => {
    const box = boxOf(figure);
    return [...document.querySelectorAll("h2, h3, p, strong")]
      .filter((other) => !other.contains(figure) && !figure.contains(other))
      .filter((other) => {
        const { left, right, top, bottom } = boxOf(other);
        return left < box.right && right > box.left && top < box.bottom - 1 && bottom > box.top + 1;
      })
      .map((other) => `${figure.textContent} over ${other.textContent}`);
  });
}

/** In the page: what marks the theme, the language and the section that are chosen, and the ground of the header. */
function coloursOfStates() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const rgb = (css: string) => {
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return [red!, green!, blue!];
  };
  const seen = [...document.querySelectorAll("header, header *")].filter((one) => one.checkVisibility());
  const styleOf = (selector: string) => getComputedStyle(seen.find((one) => one.matches(selector))!);
  return {
    ground: rgb(styleOf("header").backgroundColor),
    theme: rgb(styleOf("header .theme-current").borderTopColor),
    language: rgb(styleOf("header [data-language][aria-current]").borderTopColor),
    section: rgb(styleOf("header nav [aria-current=location]").textDecorationColor),
  };
}

test(
  "the light rests on the headline's last word and never lies over the lead, on wide screens in every language",
  { tag: "@deep" },
  async ({ page }) => {
    for (const locale of locales) {
      await page.goto(localePath(locale, "/"));
      await headingsHaveTheirFace(page);
      for (const width of [1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(whatTheBeamMeets), `${locale} at ${width} px`).toEqual({ word: true, lead: false });
      }
    }
  },
);

/** In the page: whether the still beam of the hero meets the last word of the headline, and any line of the text below it. */
function whatTheBeamMeets() {
  const beam = document.querySelector<SVGPathElement>(".ria-beam path")!;
  const toBeam = beam.getScreenCTM()!.inverse();
  const meets = ({ left, right, top, bottom }: DOMRect) => {
    const steps = Array.from({ length: 21 }, (_, step) => step / 20);
    const points = steps.flatMap((x) => steps.map((y) => new DOMPoint(left + x * (right - left), top + y * (bottom - top))));
    return points.some((point) => beam.isPointInFill(point.matrixTransform(toBeam)));
  };
  const heading = document.querySelector("h1")!.firstChild as Text;
  const word = document.createRange();
  word.setStart(heading, heading.data.lastIndexOf(" ") + 1);
  word.setEnd(heading, heading.length);
  const lead = document.createRange();
  lead.selectNodeContents(document.querySelector("h1 + p")!);
  return { word: meets(word.getBoundingClientRect()), lead: [...lead.getClientRects()].some(meets) };
}

for (const [texts, part, widths, locale] of [
  // There it is narrowest beside its tower.
  ["the hero", "#top", [360, 1024], "es"],
  // Where the words stand differs by language; what is drawn behind them, by width.
  // On the whole page the grounds are the same in every language: each is looked at at some of the widths.
  ["the home page, from a tablet to a wide screen,", "body", [768, 1024, 1920], "gl"],
  ...(["en", "es"] as const).map((language) => ["the home page, narrow and wide,", "body", [360, 1280], language] as const),
] as const) {
  test(
    `every text of ${texts} in ${locale} stands out from what is drawn behind it, light and dark`,
    { tag: "@deep" },
    async ({ page }) => {
      test.slow();
      await page.goto(localePath(locale, "/"));
      await headingsHaveTheirFace(page);
      for (const width of widths)
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await untilStill(page);
          const found = await contrastsIn(page, part);
          expect(found.length).toBeGreaterThanOrEqual(part === "body" ? 100 : 6);
          const faint = found.filter(({ ratio, needed }) => ratio < needed);
          expect(faint, `at ${width} px, ${colorScheme}`).toEqual([]);
        }
    },
  );
}

test("the home page's form brings along the page that sends it, and nothing that a policy would block", async ({ page }) => {
  await page.goto("/");
  await page.locator("form[data-track=contact-form] [name=name]").focus();
  await expect(page.locator("link[rel=modulepreload][href*='/contact-']")).toBeAttached();
  await expect(page.locator("link[rel=prefetch]")).toHaveCount(0);
});

test("nothing is wider than a phone of 320 px, in every language", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const locale of locales) {
    await page.goto(localePath(locale, "/"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), locale).toBe(320);
  }
});

test(
  "no table of a legal page needs scrolling, on a phone each cell says its column, and addresses in the footer stay on their line",
  { tag: "@deep" },
  async ({ page }) => {
    await page.goto("/es/legal/politica-cookies");
    const boxes = page.locator(".prose div:has(> table)");
    await expect(boxes).toHaveCount(2);
    const mail = page.getByRole("contentinfo").getByRole("link", { name: agency.email });
    for (const width of [1280, 768, 740, 680, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await boxes.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(overflow, `${width} px`).toEqual([0, 0]);
      expect((await mail.boundingBox())!.height, `${width} px`).toBeLessThan(46);
    }
    const said = await boxes
      .first()
      .locator("tbody tr")
      .first()
      .locator("td")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, "::before").content.split('"')[1]));
    const { owner, kind, category, lasts, purpose } = es.legal.cookies;
    expect(said).toEqual([owner, kind, category, lasts, purpose]);
    // They are still tables to whoever hears them.
    await expect(boxes.first().getByRole("columnheader")).toHaveCount(6);
    expect(await boxes.first().getByRole("cell").count()).toBeGreaterThan(20);
    expect(await barriersInBothSchemes(page, "main")).toEqual([]);
  },
);
