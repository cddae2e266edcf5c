import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Whether this user may mount a file system of its own: root outside of most containers. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "abrente-disk-"));
  const can = mount(folder, 1);
  if (can) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  if (!can) console.log("The test of the full disk is skipped: this user may not mount a file system.");
  return can;
}

/** A disk of its own, which can be filled to the last byte and emptied again. */
export function makeSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), "abrente-disk-"));
  if (!mount(folder, megabytes)) throw new Error("The small disk could not be mounted");
  onTestFinished(() => {
    spawnSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, "filler");
  return {
    folder,
    /** Fills it but for so many megabytes. */
    leave(rest: number) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - rest * 2 ** 20));
    },
    fill() {
      const file = openSync(filler, "a");
      try {
        for (let block = Buffer.alloc(4096); ;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
  };
}

function mount(folder: string, megabytes: number): boolean {
  return process.getuid?.() === 0 && spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", folder]).status === 0;
}
