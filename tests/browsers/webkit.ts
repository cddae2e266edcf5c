import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { DriverService } from "selenium-webdriver/remote";
import { listen, type Driver } from "./driver.ts";
import type { WebKit } from "./installed.ts";

/** WebKit, the engine of Safari, driven over classic WebDriver. */
export async function openWebKit(installed: WebKit): Promise<Driver> {
  const screen = spawn(installed.screen, ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]);
  const [display] = await once(screen.stdout, "data");
  const folder = mkdtempSync(join(tmpdir(), "abrente-webkit-"));
  // The bar of buttons would keep the window wider than a phone.
  mkdirSync(join(folder, "gtk-3.0"));
  writeFileSync(join(folder, "gtk-3.0/gtk.css"), "entry, button, image { min-width: 0; padding: 0; margin: 0; font-size: 1px }");
  const service = new DriverService.Builder(installed.driver)
    .setLoopback(true)
    .setEnvironment({ ...(process.env as Record<string, string>), DISPLAY: `:${String(display).trim()}`, XDG_CONFIG_HOME: folder })
    .build();

  let driver: WebDriver | undefined;
  async function close() {
    // A driver that hangs does not answer; it ends below.
    await driver?.quit().catch(() => {});
    await service.kill();
    screen.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    const options = { binary: installed.browser, args: ["--automation"] };
    driver = await new Builder()
      .usingServer(await service.start(60_000))
      .withCapabilities(new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options }))
      .build();
  } catch (error) {
    await close();
    throw error;
  }
  return driverOf(driver, close);
}

function driverOf(driver: WebDriver, close: () => Promise<void>): Driver {
  return {
    async open(url) {
      await driver.get(url);
      // It has no way to do so before; React wakes later.
      await driver.executeScript(listen);
    },
    async resize(width, height) {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    evaluate: (run, ...args) => driver.executeScript(run, ...args),
    clickAt: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y) })
        .click()
        .perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    async screenshot(file) {
      writeFileSync(file, await driver.takeScreenshot(), "base64");
    },
    close,
  };
}
