import { spawnSync } from "node:child_process";
import { findFaketime } from "./faults/clock.ts";
import { findPrograms } from "./postgres.ts";

/** Installs the packages of Debian that tests need, where we may. Elsewhere the tests that need them say that they were skipped. */
export function ensurePackages() {
  const missing = [...(findPrograms() ? [] : ["postgresql"]), ...(findFaketime() ? [] : ["faketime"])];
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return;
  console.log(`Installing ${missing.join(" and ")} for the tests …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], { stdio: ["ignore", "ignore", "inherit"] });
}
