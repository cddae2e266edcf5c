// Runs before `npm start` and `npm test`: installs and builds what is missing or stale, and is quick when nothing is.
// With --tests it looks after the build of the tests (tests/server.ts), which has the pages of tests/pages too.
// Plain JavaScript, because it runs on the machine's own Node (20.19 or newer) before anything is installed.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, "node_modules/.installed");
if (process.argv.includes("--tests")) Object.assign(process.env, { BUILD_DIR: "test-results/build", TEST_PAGES: "1" });
const built = join(root, process.env.BUILD_DIR ?? "build", ".built");

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) stop(`This project needs Node 20.19 or newer; this is ${process.versions.node}.`);

// Of package.json only what npm installs by: another script in it needs no new installation.
const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = JSON.stringify({ dependencies, devDependencies, overrides }) + fingerprint("package-lock.json");
const sources = fingerprint(
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts",
  "app",
  "backend",
  "content",
  "server",
  "supabase",
  "public",
  ...(process.env.TEST_PAGES ? ["tests/pages"] : []),
);

// After `npm ci` and after `npm run build`, whoever ran them: what is there is up to date.
if (process.argv.includes("--installed")) writeFileSync(installed, packages);
else if (process.argv.includes("--built")) writeFileSync(built, sources);
else makeReady();

function makeReady() {
  if (read(installed) !== packages) {
    console.log("Installing packages …");
    npm("ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error");
  }
  if (!existsSync(join(root, "node_modules/node/bin/node"))) {
    stop(
      "The runtime (the npm package `node`) is not installed: npm must be allowed to run its install script. Then delete node_modules and try again.",
    );
  }
  if (read(built) !== sources) {
    console.log("Building …");
    npm("run", "--silent", "build");
  }
}

/** One hash over the contents of files and folders; tests beside the sources do not count. */
function fingerprint(...paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesIn))
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  return hash.digest("hex");
}

function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function npm(...args) {
  // The npm that runs this, where there is one.
  const { npm_execpath: script } = process.env;
  const [command, first] = script ? [process.execPath, [script]] : ["npm", []];
  try {
    execFileSync(command, [...first, ...args], { cwd: root, stdio: "inherit" });
  } catch {
    stop(`"npm ${args.join(" ")}" failed; its messages are above.`);
  }
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
