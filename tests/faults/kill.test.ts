import { test } from "vitest";
import { survivesKills } from "./killing.ts";
import { newFolder } from "./site.ts";

test("kill -9 at random moments: each request that was acknowledged is stored once, each mail goes out", () =>
  survivesKills({ DATA_DIR: newFolder() }, { rounds: 1, count: 80 }));
