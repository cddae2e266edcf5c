import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quickStart } from "../tests/server.ts";
import { openControl } from "./control.ts";
import { openDatabase, type Database } from "./database/connection.ts";
import { migrate } from "./database/migrate.ts";
import { requests } from "./database/schema.ts";
import { migrations, sampleRequest } from "./database/testing.ts";

/** `npm run requests` while a server has the embedded database, and when none has. */
const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
let database: Database;
let control: ReturnType<typeof openControl>;

const unasked = () => Promise.reject(new Error("not asked"));
const ask = async () => {
  const { stdout } = await promisify(execFile)("node", [quickStart, "scripts/requests.ts", "--json"], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
  });
  return JSON.parse(stdout);
};

beforeAll(async () => {
  database = await openDatabase({ dataDir });
  await migrate(database, migrations);
  await database.queries.insert(requests).values({ ...sampleRequest, name: "Uxía" });
  control = openControl(dataDir, { queries: database.queries, makeAdmin: unasked });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("the running server answers for its database, to its own user alone", async () => {
  expect((await ask()).requests).toMatchObject([{ name: "Uxía" }]);
  expect(statSync(join(dataDir, "control.sock")).mode & 0o777).toBe(0o600);
});

test("without a server the command reads the database itself", async () => {
  control.close();
  await database.close();
  const { requests: found } = await ask();
  expect(found).toMatchObject([{ name: "Uxía" }]);
  expect(found[0]).not.toHaveProperty("addressHash");
});
