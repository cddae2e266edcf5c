import { describe, test } from "vitest";
import { survivesKills } from "../killing.ts";
import { newDatabase, newFolder } from "../site.ts";
import { findPostgres } from "../../postgres.ts";

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const count = 80;

describe(`kill -9 at random moments, ${rounds} rounds of ${count} requests: each is stored once, each mail goes out`, () => {
  // One round is in `npm test`.
  if (rounds > 1) test("on the embedded database", () => survivesKills({ DATA_DIR: newFolder() }, { rounds, count }));

  test.skipIf(!findPostgres())("on Postgres", async () =>
    survivesKills({ DATA_DIR: newFolder(), DATABASE_URL: await newDatabase() }, { rounds, count }),
  );
});
