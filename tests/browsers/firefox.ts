import { launch } from "puppeteer-core";
import { listen, type Driver } from "./driver.ts";

/** Firefox, driven over WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Driver> {
  const browser = await launch({ browser: "firefox", protocol: "webDriverBiDi", executablePath, headless: true, timeout: 120_000 });
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.evaluateOnNewDocument(listen);

  return {
    async open(url) {
      await page.goto(url);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    // Its types would also take handles of elements, which no walk has.
    evaluate: (run, ...args) => page.evaluate(run as (...given: unknown[]) => never, ...args),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async screenshot(path) {
      await page.screenshot({ path });
    },
    close: () => browser.close(),
  };
}
