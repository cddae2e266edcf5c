import { test } from "vitest";
import { findPostgres, startPostgres } from "../postgres.ts";
import { survivesKills, title } from "./killing.ts";
import { newFolder } from "./site.ts";

test.skipIf(!findPostgres())(`on Postgres: ${title}`, async () => {
  const postgres = await startPostgres();
  try {
    await survivesKills({ DATA_DIR: newFolder(), DATABASE_URL: await postgres.createDatabase() });
  } finally {
    await postgres.stop();
  }
});
