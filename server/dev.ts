import { watchFile } from "node:fs";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import type { ServerBuild } from "react-router";
import { createServer as createVite } from "vite";
import { prepareDataFolder } from "#backend/data-folder.ts";
import { takeUpgrades, upgradeOptions } from "./http/upgrades.ts";
import { listenProblem, readSettings, runStart } from "./start.ts";

/** `npm run dev`: the same app as in production, its modules loaded through Vite and taken anew when they change. */
await runStart(async () => {
  const config = readSettings();
  prepareDataFolder(config.dataDir);
  const log = pino({ base: undefined, level: "warn" });
  // Its own look at .env would start it anew, under the site that uses it.
  const vite = await createVite({ server: { middlewareMode: true }, envDir: false });
  watchFile(".env", { interval: 1000 }, (now, before) => {
    // It is told once of a file that is not there, too.
    if (now.mtimeMs !== before.mtimeMs) console.log("\n  The file .env has changed: start again, and it counts.\n");
  }).unref();
  const { startBackend } = (await vite.ssrLoadModule("/backend/backend.ts")) as typeof import("#backend/backend.ts");
  const backend = await startBackend(config, log);

  const listener = getRequestListener(async (request, env) => {
    const { createApp } = (await vite.ssrLoadModule("/server/app.ts")) as typeof import("./app.ts");
    const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
    const parts = { config, log, backend, build, files: new Map(), buildId: "development", builtAt: new Date(), isStopping: () => false };
    return createApp(parts).app.fetch(request, env);
  });

  const server = createServer(upgradeOptions, (request, response) => {
    vite.middlewares(request, response, () => listener(request, response));
  });
  takeUpgrades(server, config, log, backend.realtime);
  server.on("error", (error) => {
    console.error(listenProblem(error, config));
    process.exit(1);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void backend.stop().finally(() => process.exit(0)));
  void backend.failed?.then(giveUp);
  server.listen(config.port, config.host, () => console.log(`\n  Developing at ${config.siteUrl}\n`));
});

function giveUp({ message }: Error) {
  console.error(message);
  process.exit(1);
}
