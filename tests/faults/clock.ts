import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./site.ts";

/** The library that tells a process another time (Debian's package faketime). */
export function findFaketime(): string | undefined {
  const [found] = globSync("/usr/lib/{*/,}faketime/libfaketime.so.1");
  return found;
}

const day = 86_400_000;

/** A clock that can be put forward and back while the server runs. */
export function makeClock() {
  const file = join(newFolder(), "time");
  let days = 0;
  function jump(to: number) {
    days = to;
    writeFileSync(file, `${days < 0 ? "-" : "+"}${Math.abs(days)}d`);
  }
  jump(0);
  return {
    /** What makes a server go by it. */
    settings: { LD_PRELOAD: findFaketime()!, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: "1", DONT_FAKE_MONOTONIC: "1" },
    now: () => Date.now() + days * day,
    /** So many days away from the true time. */
    jump,
  };
}
