import { chmodSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import { join, relative } from "node:path";
import type { Queries } from "./database/connection.ts";
import { readReport, type Report } from "./database/report.ts";

/**
 * A door for the owner's commands. The embedded database belongs to the running server alone, so they ask it, through a
 * socket in the data folder that only the server's user may open.
 */
export function openControl(dataDir: string, queries: Queries): { close(): void } {
  const path = socketIn(dataDir);
  // The folder is locked: what lies there is left of a server that was killed.
  rmSync(path, { force: true });
  const server = createServer(async (request, response) => {
    const limit = Number(new URL(request.url!, "http://control").searchParams.get("limit"));
    try {
      response.end(JSON.stringify(await readReport(queries, limit)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(path, () => chmodSync(path, 0o600));
  return server;
}

/** The report of the server that has the data folder. */
export async function askServer(dataDir: string, limit: number): Promise<Report> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  get({ socketPath: socketIn(dataDir), path: `/requests?limit=${limit}` }, async (response) => {
    const chunks = await response.toArray();
    const body = Buffer.concat(chunks).toString();
    if (response.statusCode === 200) resolve(body);
    else reject(new Error(body));
  }).on("error", reject);
  return JSON.parse(await promise);
}

/** Relative, because the path of a socket may have some hundred characters only. */
function socketIn(dataDir: string): string {
  return relative(process.cwd(), join(dataDir, "control.sock"));
}
