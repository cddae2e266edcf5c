import { freePort } from "../postgres.ts";
import { startServer } from "../server.ts";

/** The tests send more than an address may. */
const limits = {
  REQUESTS_PER_ADDRESS: "100000",
  REQUESTS_PER_HOUR: "100000",
  AUTH_ATTEMPTS_PER_ADDRESS: "100000",
  AUTH_MAIL_INTERVAL: "0",
};

/** One site for all browser tests, on a port and a database of its own; gives what ends it. */
export default async function setUp() {
  const server = await startServer({ ...limits, PORT: String(await freePort()) });
  if (!server.port) throw new Error(server.errors());
  process.env.E2E_URL = `http://localhost:${server.port}`;
  process.env.E2E_DATA = server.dataDir;
  return server.stop;
}
