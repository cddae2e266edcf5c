import { test } from "vitest";
import { findPostgres } from "../../postgres.ts";
import { moves } from "../moving.ts";
import { newDatabase } from "../site.ts";

test.skipIf(!findPostgres())("from the embedded database to Postgres", async () => moves({}, { DATABASE_URL: await newDatabase() }));

test.skipIf(!findPostgres())("from Postgres to the embedded database", async () => moves({ DATABASE_URL: await newDatabase() }, {}));
