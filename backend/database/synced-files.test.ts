import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { PGlite } from "./pglite.ts";
import { SyncedFiles } from "./synced-files.ts";

test("a PGlite whose file layer is another one is refused with a sentence", async () => {
  const folder = mkdtempSync(join(tmpdir(), "abrente-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { emscriptenOpts } = await new SyncedFiles(folder).init({} as PGlite, { preRun: [] });
  const change = emscriptenOpts.preRun.at(-1) as (mod: object) => void;
  const layer = { realPath() {}, tryFSOperation() {}, node_ops: { mknod() {} }, stream_ops: {} };
  change({ NODEFS: layer });
  for (const changed of [undefined, { ...layer, tryFSOperation: undefined }, { ...layer, node_ops: {} }]) {
    expect(() => change({ NODEFS: changed })).toThrow(/^This version of PGlite cannot be made safe against a power cut/);
  }
});

test("where Postgres gives up by itself the process ends, with its last words for a reason", async () => {
  const folder = mkdtempSync(join(tmpdir(), "abrente-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = new SyncedFiles(folder);
  const { emscriptenOpts } = await files.init({} as PGlite, { preRun: [] });
  emscriptenOpts.printErr!("PANIC: could not open file: Permission denied");
  expect(() => emscriptenOpts.onAbort!()).toThrow();
  const sentence = "The embedded database gave up: PANIC: could not open file: Permission denied";
  expect([(await files.failed).message, files.failure!.message]).toEqual([sentence, sentence]);
});
