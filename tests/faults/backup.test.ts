import { test } from "vitest";
import { findPostgres } from "../postgres.ts";
import { moves } from "./moving.ts";
import { newDatabase } from "./site.ts";

// The other way is among the long ones.
test.skipIf(!findPostgres())("from the embedded database to Postgres", async () => moves({}, { DATABASE_URL: await newDatabase() }));
