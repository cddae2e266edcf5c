import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepEarlierAssets } from "./earlier-assets.ts";

function newFolder(files: Record<string, { days: number; content: string }>): string {
  const folder = mkdtempSync(join(tmpdir(), "abrente-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, { days, content }] of Object.entries(files)) {
    const time = Date.now() / 1000 - days * 86_400;
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), time, time);
  }
  return folder;
}

test("assets of earlier builds stay for 30 days, however often it is built meanwhile", () => {
  const before = newFolder({
    "page-old.js": { days: 31, content: "old" },
    "page-last.js": { days: 29, content: "last" },
    "page-last.js.br": { days: 29, content: "last, compressed" },
    "shared.js": { days: 29, content: "as it was" },
  });
  const now = newFolder({ "page-new.js": { days: 0, content: "new" }, "shared.js": { days: 0, content: "as it is" } });
  keepEarlierAssets(before, now);
  expect(readdirSync(now).toSorted()).toEqual(["page-last.js", "page-last.js.br", "page-new.js", "shared.js"]);
  expect(readFileSync(join(now, "shared.js"), "utf8")).toBe("as it is");
  expect(Date.now() - statSync(join(now, "page-last.js")).mtimeMs).toBeGreaterThan(28 * 86_400_000);
});
