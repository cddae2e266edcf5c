import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The browsers beside Chromium. Debian has them in the packages firefox-esr, and webkit2gtk-driver with xvfb. */

export function findFirefox(): string | undefined {
  return findProgram("firefox-esr", "firefox") ?? ["/Applications/Firefox.app/Contents/MacOS/firefox"].find((path) => existsSync(path));
}

/** WebKit is driven by a program of its own, in GTK's small browser, on a screen that nobody sees. */
export type WebKit = { driver: string; browser: string; screen: string };

export function findWebKit(): WebKit | undefined {
  const driver = findProgram("WebKitWebDriver");
  const screen = findProgram("Xvfb");
  const [browser] = globSync("/usr/{lib,libexec}/{*/,}webkit2gtk-*/MiniBrowser").toSorted().toReversed();
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
