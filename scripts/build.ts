import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { openDatabase } from "#server/database/connection.ts";
import { migrate } from "#server/database/migrate.ts";
import { readAllMigrations } from "./database.ts";
import { makePictures } from "./pictures.ts";

/** `npm run build`: the React Router build, the assets of earlier builds kept, everything worth it compressed. */
const folder = process.env.BUILD_DIR ?? "build";
const assets = join(folder, "client/assets");
// Beside the build, which React Router empties.
const earlier = `${folder}-earlier-assets`;
const keptFor = 30 * 86_400_000;

setEarlierAssetsAside();
execFileSync(process.execPath, ["node_modules/@react-router/dev/bin.cjs", "build"], { stdio: ["ignore", "ignore", "inherit"] });
bringEarlierAssetsBack();
// The tests' own build can do without them.
if (!process.env.TEST_PAGES) await makePictures(join(folder, "client"));
await compress();
await makeEmptyDatabase();

/** A page that is open while the site is deployed still asks for its own chunks: they stay for 30 days. */
function setEarlierAssetsAside() {
  // After a build that failed they are aside already.
  if (!existsSync(assets)) return;
  rmSync(earlier, { recursive: true, force: true });
  renameSync(assets, earlier);
}

function bringEarlierAssetsBack() {
  for (const file of globSync(join(earlier, "*"))) {
    const target = join(assets, basename(file));
    const { atime, mtime } = statSync(file);
    if (existsSync(target) || Date.now() - mtime.getTime() > keptFor) continue;
    cpSync(file, target);
    utimesSync(target, atime, mtime);
  }
  rmSync(earlier, { recursive: true, force: true });
}

/**
 * What the embedded database begins as (server/database/connection.ts copies it): all migrations are applied. It is made anew for
 * another version of PGlite or of a migration.
 */
async function makeEmptyDatabase() {
  const target = "build/empty-database";
  const { version } = JSON.parse(readFileSync("node_modules/@electric-sql/pglite/package.json", "utf8"));
  const migrations = readAllMigrations();
  const stamp = `${target}.version`;
  const made = createHash("sha256")
    .update(JSON.stringify([version, migrations]))
    .digest("hex");
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, "utf8") === made) return;
  rmSync(target, { recursive: true, force: true });
  rmSync(`${target}-new`, { recursive: true, force: true });
  mkdirSync(`${target}-new`);
  const database = await openDatabase({ dataDir: `${target}-new` });
  for (const [record, scripts] of Object.entries(migrations)) await migrate(database, scripts, record);
  await database.close();
  renameSync(`${target}-new/db`, target);
  rmSync(`${target}-new`, { recursive: true });
  writeFileSync(stamp, made);
}

async function compress() {
  const files = globSync(join(folder, "client/**/*.{js,css,svg,json,txt,xml,webmanifest}"));
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
