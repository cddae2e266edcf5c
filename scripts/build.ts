import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { openDatabase } from "#backend/database/connection.ts";
import { migrate } from "#backend/database/migrate.ts";
import { PGlite } from "#backend/database/pglite.ts";
import { readAllMigrations } from "./database.ts";
import { keepEarlierAssets } from "./earlier-assets.ts";
import { makePictures } from "./pictures.ts";

/** `npm run build`: the React Router build, the assets of earlier builds kept, everything worth it compressed. */
const folder = process.env.BUILD_DIR ?? "build";
// Made aside and put in its place when whole: meanwhile, and after a build that failed, the one before can be started.
const aside = `${folder}-new`;

rmSync(aside, { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/@react-router/dev/bin.cjs", "build"], {
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, BUILD_DIR: aside },
});
keepEarlierAssets(join(folder, "client/assets"), join(aside, "client/assets"));
await makePictures(join(aside, "client"));
await makeEmptyDatabase();
await compress();
putInPlace();

/**
 * What the embedded database begins as (backend/database/connection.ts copies it): all migrations are applied. It is made anew for
 * another version of PGlite or of a migration.
 */
async function makeEmptyDatabase() {
  const [target, before] = [join(aside, "empty-database"), join(folder, "empty-database")];
  const { version } = JSON.parse(readFileSync("node_modules/@electric-sql/pglite/package.json", "utf8"));
  const migrations = readAllMigrations();
  const made = createHash("sha256")
    .update(JSON.stringify([version, migrations]))
    .digest("hex");
  if (existsSync(`${before}.version`) && readFileSync(`${before}.version`, "utf8") === made) {
    cpSync(before, target, { recursive: true });
  } else {
    const dataDir = `${target}-data`;
    mkdirSync(dataDir);
    await (await PGlite.create(join(dataDir, "db"))).close();
    const database = await openDatabase({ dataDir });
    for (const [record, scripts] of Object.entries(migrations)) await migrate(database, scripts, record);
    await database.close();
    renameSync(join(dataDir, "db"), target);
    rmSync(dataDir, { recursive: true });
  }
  writeFileSync(`${target}.version`, made);
  // Who runs the site may be somebody else than who builds it.
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
}

function putInPlace() {
  const before = `${folder}-before`;
  rmSync(before, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, before);
  renameSync(aside, folder);
  rmSync(before, { recursive: true, force: true });
}

async function compress() {
  const files = globSync(join(aside, "client/**/*.{js,mjs,css,svg,json,txt,xml,webmanifest}"));
  await Promise.all(
    files.map(async (file) => {
      const body = readFileSync(file);
      if (body.length < 512 || existsSync(`${file}.br`)) return;
      const [br, gz] = await Promise.all([promisify(brotliCompress)(body), promisify(gzip)(body, { level: 9 })]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}
