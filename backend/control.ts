import { chmodSync, rmSync } from "node:fs";
import { createServer, request as call, type IncomingMessage } from "node:http";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import type { makeAdmin } from "#backend/people/make-admin.ts";
import type { Queries } from "./database/connection.ts";
import { readReport, type Report } from "./database/report.ts";
import { StartError } from "./start-error.ts";

type MadeAdmin = Awaited<ReturnType<typeof makeAdmin>>;

/** What the running server does for the owner's commands. */
type Services = { queries: Queries; makeAdmin(email: string): Promise<MadeAdmin> };

/**
 * A door for the owner's commands. The embedded database belongs to the running server alone, so they ask it, through a
 * socket in the data folder that only the server's user may open.
 */
export function openControl(dataDir: string, services: Services): { close(): void } {
  const path = socketIn(dataDir);
  // The folder is locked: what lies there is left of a server that was killed.
  rmSync(path, { force: true });
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://control");
    try {
      if (pathname === "/admin") response.end(JSON.stringify(await services.makeAdmin(searchParams.get("email") ?? "")));
      else response.end(JSON.stringify(await readReport(services.queries, Number(searchParams.get("limit")))));
    } catch (error) {
      // A query that failed says why in its cause, as when the disk is full.
      const { message, cause } = error as Error;
      response
        .writeHead(400)
        .end(error instanceof StartError ? message : `The server could not do it: ${(cause as Error)?.message ?? message}`);
    }
  });
  server.listen(path, () => chmodSync(path, 0o600));
  return server;
}

/** The report of the server that has the data folder. */
export async function askForReport(dataDir: string, limit: number): Promise<Report> {
  return JSON.parse(await askServer(dataDir, `/requests?limit=${limit}`));
}

/** Lets the server that has the data folder make an administrator. */
export async function askForAdmin(dataDir: string, email: string): Promise<MadeAdmin> {
  return JSON.parse(await askServer(dataDir, `/admin?${new URLSearchParams({ email })}`));
}

async function askServer(dataDir: string, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  call({ socketPath: socketIn(dataDir), path }, resolve)
    .on("error", ({ code }: NodeJS.ErrnoException) =>
      reject(
        new StartError(`The server that has the data folder does not answer (${code}). If it is just starting, try again in a moment.`),
      ),
    )
    .end();
  const response = await promise;
  const body = await text(response);
  if (response.statusCode !== 200) throw new StartError(body);
  return body;
}

/** Relative, because the path of a socket may have some hundred characters only. */
function socketIn(dataDir: string): string {
  return relative(process.cwd(), join(dataDir, "control.sock"));
}
