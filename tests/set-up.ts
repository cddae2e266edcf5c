import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findPrograms, freePort, prepareCluster, startPostgres } from "./postgres.ts";
import { generousLimits, startServer } from "./server.ts";

export type Engine = "embedded" | "postgres";

/** A built site that tests share, with limits that are out of their way. */
export type SharedSite = { url: string; dataDir: string };

declare module "vitest" {
  export interface ProvidedContext {
    /** The shared site on the embedded database. */
    siteUrl: string;
    sites: Partial<Record<Engine, SharedSite>>;
    /** The database that a project's tests run on. */
    engine: Engine;
    /** A Postgres for all who need a database of their own in it; undefined where the machine has none. */
    postgresUrl?: string;
    /** Goes when the tests are over. */
    folder: string;
  }
}

/** What all tests of a run share: one initdb, one Postgres, one built site on each engine. Each is made only where a project needs it. */
export default async function setUp({ vitest, provide }: TestProject) {
  const projects = vitest.projects.map(({ name }) => name);
  const isNeededBy = (...names: string[]) => projects.some((name) => names.includes(name));
  const folder = mkdtempSync(join(tmpdir(), "abrente-tests-"));
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const sites: Partial<Record<Engine, SharedSite>> = {};
  provide("folder", folder);

  const withoutPostgres = new Set(["unit", "contract", "long", "browsers"]);
  if (findPrograms() && projects.some((name) => !withoutPostgres.has(name))) {
    const cluster = prepareCluster();
    const postgres = await startPostgres();
    stops.unshift(postgres.stop, async () => rmSync(cluster, { recursive: true, force: true }));
    provide("postgresUrl", postgres.url);
    if (isNeededBy("contract-postgres", "together-postgres"))
      sites.postgres = await startShared("postgres", await postgres.createDatabase());
  }
  if (isNeededBy("together", "contract", "http", "security", "together-long", "fuzz-long")) sites.embedded = await startShared("embedded");
  provide("sites", sites);
  provide("siteUrl", sites.embedded?.url ?? "");

  async function startShared(engine: Engine, databaseUrl?: string): Promise<SharedSite> {
    const place = { DATA_DIR: join(folder, engine), ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const server = await startServer({ ...generousLimits, ...place, PORT: String(await freePort()) });
    if (!server.port) throw new Error(server.errors());
    stops.unshift(server.stop);
    return { url: `http://localhost:${server.port}`, dataDir: place.DATA_DIR };
  }

  return async () => {
    for (const stop of stops) await stop();
  };
}
