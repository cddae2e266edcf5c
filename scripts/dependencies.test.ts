import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What docs/decisions/012-what-we-depend-on.md promises about the packages. */
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const decision = readFileSync("docs/decisions/012-what-we-depend-on.md", "utf8");

type Package = {
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  resolved?: string;
  integrity?: string;
};
const packages = Object.entries<Package>(lock.packages).filter(([path]) => path !== "");

const licences = ["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "CC0-1.0", "Unlicense"];
/** Tools are not passed on with the site. */
const licencesOfTools = [...licences, "MPL-2.0", "LGPL-3.0-or-later", "OFL-1.1", "CC-BY-4.0", "Python-2.0", "Zlib", "BlueOak-1.0.0"];
/** Packages that name their licence in another way, read by hand. */
const licencesByHand: Record<string, string> = {
  "node_modules/parse-cache-control": "BSD-3-Clause",
  // Of s3rver and tus-js-client.
  ...Object.fromEntries(
    ["busboy", "combine-errors", "dicer", "humanize-number", "only", "streamsearch"].map((name) => [`node_modules/${name}`, "MIT"]),
  ),
};

/** What `sharp` draws with: a library that is used as it comes, and can be replaced. */
const isLibvips = (path: string) => path.startsWith("node_modules/@img/sharp-");

const withInstallScript = ["node_modules/node"];

test("each package that the site runs on has its reason", () => {
  const reasons = decision.split("\n").filter((line) => line.startsWith("| `"));
  const named = reasons.flatMap((line) => [...line.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual(Object.keys(dependencies).toSorted());
});

test("each package has a licence that we accept", () => {
  const refused = packages.filter(([path, { license, dev, devOptional }]) => {
    const accepted = dev || devOptional || isLibvips(path) ? licencesOfTools : licences;
    return !allows(license ?? licencesByHand[path] ?? "none", accepted);
  });
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test("no package but those we know runs a script when it is installed", () => {
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual(withInstallScript);
});

test("each package has a checksum, and all come from one registry", () => {
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  // No address stands for the registry that npm is set to.
  const places = new Set(packages.map(([, { resolved }]) => resolved && new URL(resolved).origin));
  expect(places.size).toBe(1);
  expect([...places][0] ?? "https://").toMatch(/^https:/);
});

test("the image has the Node that was tested", () => {
  expect(readFileSync("Dockerfile", "utf8")).toContain(`ARG NODE=${dependencies.node}-slim\n`);
});

/** "(MIT OR CC0-1.0)": one must be accepted. "Apache-2.0 AND MIT": all must. */
function allows(licence: string, accepted: string[]): boolean {
  const ways = licence.replaceAll(/[()]/g, "").split(" OR ");
  return ways.some((way) => way.split(" AND ").every((name) => accepted.includes(name)));
}
