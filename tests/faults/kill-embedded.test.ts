import { test } from "vitest";
import { survivesKills, title } from "./killing.ts";
import { newFolder } from "./site.ts";

test(`on the embedded database: ${title}`, () => survivesKills({ DATA_DIR: newFolder() }));
