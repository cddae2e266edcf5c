import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { settingNames } from "#server/config.ts";
import { findProgram } from "./programs.ts";

const read = (file: string) => readFileSync(file, "utf8");

test.skipIf(!findProgram("systemd-analyze"))("systemd has nothing to say about the units", () => {
  const folder = mkdtempSync(join(tmpdir(), "abrente-units-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const units = globSync("deploy/*.{service,socket,timer}");
  expect(units).toHaveLength(5);
  // Where they are installed there is a Node; here it is elsewhere.
  for (const unit of units)
    writeFileSync(
      join(folder, unit.slice("deploy/".length)),
      read(unit).replaceAll("/srv/abrente/node_modules/.bin/node", process.execPath),
    );
  const { stderr, status } = spawnSync("systemd-analyze", ["verify", ...globSync(join(folder, "*"))], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test.skipIf(!findProgram("caddy"))("Caddy takes both files, and www leads to the name without it", () => {
  for (const file of ["Caddyfile", "Caddyfile.copies"]) {
    const { stdout, stderr, status } = spawnSync("caddy", ["adapt", "--adapter=caddyfile", `--config=${resolve("deploy", file)}`], {
      env: { ...process.env, SITE_HOST: "abrente.example" },
      encoding: "utf8",
    });
    expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
    expect(stdout).toContain('"https://abrente.example{http.request.uri}"');
  }
});

test("the example of settings and the pages name every setting, and none that is not there", () => {
  const example = [...read(".env.example").matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  const own = settingNames.filter((name) => name !== "CLOCKS");
  expect(example.toSorted()).toEqual([...own, "POSTGRES_PASSWORD", "SITE_HOST", "SITE_PASSWORD"].toSorted());
  const pages = read("README.md") + read("docs/deploy.md");
  for (const name of own) expect(pages, name).toContain(`\`${name}\``);
});

test("the README is short, and no file has the marks of a merge in it", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(100);
  const { stdout, status } = spawnSync("git", ["grep", "-lIE", "^(<{7}|>{7}) |^={7}$"], { encoding: "utf8" });
  // That nothing was found is 1; without git it would be something else.
  expect([status, stdout]).toEqual([1, ""]);
});

test("images are named by what they are, and logs do not fill the disk", () => {
  const compose = read("compose.yaml");
  const images = [...compose.matchAll(/image: (\S+)/g)].map(([, name]) => name!).filter((name) => name !== "abrente");
  for (const image of images) expect(image).toMatch(/:\d+\.\d+/);
  expect(compose.split("logging: *logging").length - 1).toBe(3);
});
