import { serve } from "@hono/node-server";
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import * as build from "virtual:react-router/server-build";
import { createApp } from "./app.ts";
import { loadEnvFile, readConfig, StartError } from "./config.ts";
import { readFiles } from "./http/static-files.ts";

/** Running requests get this long to finish when the server is told to stop. */
const patience = 10_000;

try {
  await start();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function start() {
  loadEnvFile();
  const config = readConfig(process.env);
  prepareDataFolder(config.dataDir);
  const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
  const builtAt = statSync(fileURLToPath(import.meta.url)).mtime;
  const files = await readFiles(fileURLToPath(new URL("../client", import.meta.url)));
  const app = createApp({ config, log, build, files, builtAt });

  const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host }, ({ port }) => {
    log.info({ port, host: config.host }, "listening");
    greet(config.siteUrl.replace(/:0$/, `:${port}`));
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    console.error(startProblem(error, config.port, config.host));
    process.exit(1);
  });

  let stopping = 0;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping === 0) {
        stopping = Date.now();
        log.info({ signal }, "stopping");
        server.close(() => process.exit(0));
        // A connection that is kept alive after its last answer would hold the stop up.
        if ("closeIdleConnections" in server) setInterval(() => server.closeIdleConnections(), 100).unref();
        setTimeout(() => process.exit(0), patience).unref();
      } else if (Date.now() - stopping > 1000) {
        // Asked again by somebody in a hurry. (With Ctrl+C, npm passes on a second signal at once.)
        process.exit(0);
      }
    });
  }
}

function prepareDataFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The setting DATA_DIR names a folder that cannot be written to: "${folder}" (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function startProblem(error: NodeJS.ErrnoException, port: number, host: string) {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`;
  if (error.code === "EACCES") return `Port ${port} may not be opened by this user. Choose one above 1023 with the setting PORT.`;
  return `The server cannot listen on HOST "${host}", PORT ${port}: ${error.code}.`;
}

function greet(url: string) {
  console.log(`
  The site is at   ${url}
  In Spanish       ${url}/es
  In Galician      ${url}/gl

  Change a text in content/ and start again, or work with "npm run dev".
  Stop with Ctrl+C.
`);
}
