import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const headlessShell = "chromium-headless-shell";
/** Of the package fonts-liberation. */
const fonts = "/usr/share/fonts/truetype/liberation";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/**
 * Chromium keeps only the last list of this switch, so Playwright's own comes first (its chromiumSwitches.ts). Then what an
 * address bar suggests: whole pages of their own in each new window, and every test opens a window.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "PreloadTopChromeWebUI",
];

export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${disabledFeatures.join()}`,
];

/** The browser for the tests: one that is there, or Playwright's own. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    chromium.executablePath(),
  ];
  return candidates.find((path) => existsSync(path));
}

/** The same browser without any window, where it is installed: it opens a page in half the time. */
export function findHeadlessChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, headlessShell)).find((path) => existsSync(path)) ?? findChromium();
}

/** Installs a browser where there is none: Debian's packages for root, Playwright's download otherwise. */
export function ensureChromium(): string {
  const isDebian = process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
  const found = findChromium();
  // Without the shell the tests take longer; without the fonts, pages move when theirs arrive.
  const missing = [...(findHeadlessChromium() === found ? [headlessShell] : []), ...(existsSync(fonts) ? [] : ["fonts-liberation"])];
  if (found && isDebian && missing.length > 0) apt("install", "-y", "--no-install-recommends", ...missing);
  if (found) return found;
  console.log("Installing Chromium for the browser tests …");
  if (isDebian) {
    apt("update");
    apt("install", "-y", "--no-install-recommends", "chromium", headlessShell, "fonts-liberation");
  } else {
    execFileSync("playwright", ["install", "chromium"], { stdio: "inherit", shell: true });
  }
  const installed = findChromium();
  if (!installed) throw new Error("No Chromium could be installed. Install one (Chromium or Chrome) and run the tests again.");
  return installed;
}

function apt(...args: string[]) {
  spawnSync("apt-get", [...args, "-qq"], { stdio: ["ignore", "ignore", "inherit"], timeout: 120_000 });
}
