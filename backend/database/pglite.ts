import { setFlagsFromString } from "node:v8";

// To optimise one function, Postgres' parser, V8 takes 1.2 GB for a moment. Where that could be the end of the process, everything stays
// as it was first compiled, a sixth slower.
if (process.availableMemory() < 2_000_000_000) {
  for (const flag of ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
}

export { PGlite } from "@electric-sql/pglite";
/** Finds parts of words: the search of the inbox. */
export { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
/** Hashes passwords in SQL, as the seeds of projects for Supabase do. */
export { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
