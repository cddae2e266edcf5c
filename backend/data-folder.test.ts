import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareDataFolder, refuseFolderOfOthers } from "./data-folder.ts";

let parent: string;
const before = process.umask();
const modeOf = (path: string) => statSync(path).mode & 0o777;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "abrente-"));
});
afterEach(() => {
  process.umask(before);
  rmSync(parent, { recursive: true });
});

test("a new data folder, and what is written to it, is for its user alone", () => {
  const folder = join(parent, "some", "where");
  prepareDataFolder(folder);
  writeFileSync(join(folder, "mail.eml"), "a link that signs in");
  expect([modeOf(folder), modeOf(join(folder, "mail.eml"))]).toEqual([0o700, 0o600]);
});

test("a folder that was open to others is closed", () => {
  chmodSync(parent, 0o755);
  prepareDataFolder(parent);
  expect(modeOf(parent)).toBe(0o700);
});

test("a folder that everybody may write to is refused, and left as it is", () => {
  chmodSync(parent, 0o777);
  expect(() => prepareDataFolder(parent)).toThrow("DATA_DIR names a folder that other users can read");
  expect(modeOf(parent)).toBe(0o777);
});

test("a folder of another user is refused, with the name of the user to become", () => {
  // Only root can give a folder away; everybody else has root's before them.
  const theirs = process.getuid!() === 0 ? parent : "/";
  if (theirs === parent) chownSync(parent, 65_534, 65_534);
  expect(() => refuseFolderOfOthers(theirs)).toThrow(/belongs to the user (nobody|root), and this is .+sudo -u (nobody|root) npm/);
  if (theirs === parent) chownSync(parent, 0, 0);
  expect(() => refuseFolderOfOthers(parent)).not.toThrow();
  expect(() => refuseFolderOfOthers(join(parent, "none-yet"))).not.toThrow();
});
