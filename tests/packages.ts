import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findFirefox, findWebKit } from "./browsers/installed.ts";
import { hasDovecot } from "./dovecot.ts";
import { findFaketime } from "./faults/clock.ts";
import { findPrograms } from "./postgres.ts";

/** Installs the packages of Debian that tests need, where we may. Elsewhere the tests that need them say that they were skipped. */
export function ensurePackages() {
  install([...(findPrograms() ? [] : ["postgresql"]), ...(hasDovecot() ? [] : ["dovecot-imapd"])]);
}

/** The same for the deep tests: another clock, and what stands around the site where it is deployed. */
export function ensureSurroundings() {
  const missing = ["caddy", "pgbouncer"].filter((name) => !existsSync(`/usr/bin/${name}`) && !existsSync(`/usr/sbin/${name}`));
  install([...(findFaketime() ? [] : ["faketime"]), ...missing]);
}

/** The same for the browsers beside Chromium. They are large, and only some tests need them. */
export function ensureBrowsers() {
  install([...(findFirefox() ? [] : ["firefox-esr"]), ...(findWebKit() ? [] : ["webkit2gtk-driver", "xvfb"])]);
  const { firefox, webkit } = findBrowsers();
  if (!firefox) console.log("The walk in Firefox is skipped: there is none on this machine (Debian: firefox-esr).");
  if (!webkit) console.log("The walk in WebKit is skipped: there is none on this machine (Debian: webkit2gtk-driver and xvfb).");
}

export function findBrowsers() {
  const found = { firefox: findFirefox(), webkit: findWebKit() };
  // In CI these tests must run.
  if (process.env.CI && !found.firefox) throw new Error("CI needs a Firefox: install the package firefox-esr");
  if (process.env.CI && !found.webkit) throw new Error("CI needs a WebKit: install the packages webkit2gtk-driver and xvfb");
  return found;
}

function install(missing: string[]) {
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return;
  console.log(`Installing ${missing.join(" and ")} for the tests …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], { stdio: ["ignore", "ignore", "inherit"] });
}
