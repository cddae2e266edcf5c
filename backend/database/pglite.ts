import { setFlagsFromString } from "node:v8";

/**
 * To optimise one function, Postgres' parser, V8 takes 1.2 GB for a moment. After this everything stays as it was first compiled, a sixth
 * slower: for a process that is soon over, or where those could be its end.
 */
export function spareMemory() {
  for (const flag of ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
}

if (process.availableMemory() < 2_000_000_000) spareMemory();

export { PGlite } from "@electric-sql/pglite";
/** Finds parts of words: the search of the inbox. */
export { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
/** Hashes passwords in SQL, as the seeds of projects for Supabase do. */
export { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
