import { cpSync, existsSync, globSync, statSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";

const keptFor = 30 * 86_400_000;

/** A page that is open while the site is deployed still asks for its own chunks: those of earlier builds stay for 30 days. */
export function keepEarlierAssets(before: string, now: string) {
  for (const file of globSync(join(before, "*"))) {
    const target = join(now, basename(file));
    const { atime, mtime } = statSync(file);
    if (existsSync(target) || Date.now() - mtime.getTime() > keptFor) continue;
    cpSync(file, target);
    // The age is that of the build it came with.
    utimesSync(target, atime, mtime);
  }
}
