import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { outbox } from "#backend/database/schema.ts";
import { onBothEngines } from "#backend/database/testing.ts";
import { eraseOldMailFiles } from "./old-files.ts";

onBothEngines((open) => {
  test("files of mails that nothing stands behind any longer go after a month, and no others", async () => {
    const { queries } = open().database;
    const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    await eraseOldMailFiles(queries, dataDir);
    mkdirSync(join(dataDir, "mail"));
    const [row] = await queries.insert(outbox).values({ kind: "auth", state: "sent" }).returning();
    const write = (name: string, days: number) => {
      const file = join(dataDir, "mail", name);
      writeFileSync(file, "");
      const time = Date.now() / 1000 - days * 86_400;
      utimesSync(file, time, time);
    };
    write(`2026-01-01T00-00-00-${crypto.randomUUID()}.eml`, 31);
    const stays = [`2026-01-01T00-00-01-${crypto.randomUUID()}.eml`, `2026-01-01T00-00-02-${row!.id}.eml`, "notes.eml"];
    write(stays[0]!, 29);
    write(stays[1]!, 400);
    write(stays[2]!, 400);
    await eraseOldMailFiles(queries, dataDir);
    expect(readdirSync(join(dataDir, "mail")).toSorted()).toEqual(stays.toSorted());
  });
});
