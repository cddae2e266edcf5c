import { freePort } from "../postgres.ts";
import { generousLimits, startServer } from "../server.ts";

/** One site for all browser tests, on a port and a database of its own; gives what ends it. */
export default async function setUp() {
  const server = await startServer({ ...generousLimits, PORT: String(await freePort()) });
  if (!server.port) throw new Error(server.errors());
  process.env.E2E_URL = `http://localhost:${server.port}`;
  process.env.E2E_DATA = server.dataDir;
  return server.stop;
}
