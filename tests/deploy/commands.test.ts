import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../faults/site.ts";
import { startMailServer } from "../faults/mail-server.ts";
import { runScript, startProgram } from "./programs.ts";

const page = readFileSync("docs/deploy.md", "utf8");
/** What the page says to type, without what is beside it. */
const commands = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => block!.split("\n").filter(Boolean));
const everything = commands.join("\n") + [...page.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code).join("\n");

const named = (pattern: RegExp) => [...new Set([...everything.matchAll(pattern)].map(([, name]) => name!))];

test("each file, script and unit that the page names is there", () => {
  expect(commands.length).toBeGreaterThan(25);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const [files, own, units] = [
    named(/\b((?:deploy|scripts)\/[\w.@/-]*\w)/g),
    named(/\bnpm run ([\w-]+)/g),
    named(/\b(abrente(?:-backup|-failed@)?\.(?:service|socket|timer))\b/g),
  ];
  expect([files.length, own.length, units.length].every((count) => count > 2)).toBe(true);
  for (const file of files) expect(existsSync(file), file).toBe(true);
  for (const name of own) expect(scripts, name).toHaveProperty(name);
  for (const unit of units) expect(existsSync(`deploy/${unit}`), unit).toBe(true);
  for (const [, link] of page.matchAll(/\]\(\.\.\/([^)#]+)\)/g)) expect(existsSync(link!), link).toBe(true);
});

test("each option that the page gives to a command of ours is one that it takes", () => {
  for (const [, name, option] of everything.matchAll(/(?:npm run |scripts\/)([\w-]+)(?:\.ts)?[^\n|&#]*? (--[a-z]{2,}[\w-]*)/g)) {
    expect(readFileSync(`scripts/${name}.ts`, "utf8"), `${name} ${option}`).toContain(`"${option}"`);
  }
});

test("what a service, a volume and a role of the containers are called there, they are called", () => {
  const compose = readFileSync("compose.yaml", "utf8");
  for (const [, service] of page.matchAll(/docker compose (?:exec|run [^\n]*?\/backups:ro"|logs --no-log-prefix) (\w+)/g)) {
    expect(compose, service).toMatch(new RegExp(`^  ${service}:$`, "m"));
  }
  for (const [, volume] of page.matchAll(/\babrente_(database|data)\b/g)) expect(compose).toMatch(new RegExp(`^  ${volume}:$`, "m"));
  // What the database is made with is where the script looks for it.
  for (const [, file] of readFileSync("deploy/roles.sh", "utf8").matchAll(/--file=\/(\S+)/g)) {
    expect(compose).toContain(`- ./deploy/${file}:/${file}:ro`);
  }
});

test("backup, check, restore, keys and migrate, as the page says", () => {
  const earlier = resolve("tests/deploy/earlier.backup");
  const place = { DATA_DIR: newFolder() };
  // Nothing of the settings is needed, and nothing is changed.
  expect(runScript("restore", ["--check", earlier], place)).toMatch(/^The backup of 2026-\S+ is whole: \d+ rows, \d+ files\.\n$/);
  expect(existsSync(join(place.DATA_DIR, "db"))).toBe(false);
  expect(runScript("restore", [earlier], place)).toContain(`is in "${place.DATA_DIR}"`);
  expect(runScript("migrate", [], place)).toMatch(/^Done: /);
  const backup = join(newFolder(), "2026-11-18.gz");
  expect(runScript("backup", [backup], place)).toContain(`The backup is in ${backup}`);
  expect(runScript("restore", ["--check", backup], {})).toContain("is whole");
  runScript("keys", ["make"], { DATA_DIR: join(newFolder(), "data") });

  const damaged = join(newFolder(), "damaged.gz");
  copyFileSync(backup, damaged);
  truncateSync(damaged, 2000);
  expect(() => runScript("restore", ["--check", damaged], {})).toThrow(/^(?!.*\n {4}at )/s);
});

test("a file .env that cannot be read is named in a sentence by the launch check too", () => {
  const folder = newFolder();
  mkdirSync(join(folder, ".env"));
  const { status, stderr } = spawnSync("node", [resolve("scripts/launch-check.ts")], { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^The file \.env cannot be read \(\w+\)\.\n$/)]);
});

test("a test mail is sent, and one that says which unit has failed", async () => {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  const settings = { DATA_DIR: newFolder(), SMTP_URL: server.url, MAIL_TO: "ola@abrente.example" };
  async function run(args: string[], trouble: Record<string, string> = {}) {
    // Not waited for as runScript does: the mail server is in this process.
    const { child, output } = await startProgram("node", ["scripts/mail-test.ts", ...args], {
      env: { ...process.env, ...settings, ...trouble },
    });
    await expect.poll(() => child.exitCode).not.toBe(null);
    return { code: child.exitCode, output: output() };
  }
  expect(await run(["you@example.com"])).toEqual({
    code: 0,
    output: expect.stringMatching(/has taken a mail from .* to you@example\.com/),
  });
  // Whatever has failed, it is told.
  const trouble = { DATA_DIR: "/proc/nowhere", TRUST_PROXI: "1", FILE_MAX_MB: "many" };
  expect((await run(["--failed", "abrente.service"], trouble)).code).toBe(0);
  expect(server.mails.map(({ to }) => to)).toEqual(["you@example.com", "ola@abrente.example"]);
  server.trouble = "550";
  expect(await run(["you@example.com"])).toEqual({ code: 1, output: expect.stringMatching(/^The mail was not sent: /) });
  expect((await run([])).output).toBe("Usage: npm run mail-test -- you@example.com\n");
});
