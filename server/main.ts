import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { Server as NetServer, type AddressInfo, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import * as build from "virtual:react-router/server-build";
import { startBackend } from "#backend/backend.ts";
import { prepareDataFolder } from "#backend/data-folder.ts";
import { StartError } from "#backend/start-error.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { greeting } from "./greeting.ts";
import { answerClosed } from "./http/closed.ts";
import { readFiles } from "./http/static-files.ts";
import { takeUpgrades, upgradeOptions } from "./http/upgrades.ts";
import { openLog } from "./log.ts";
import { listenProblem, readSettings, runStart } from "./start.ts";

/** Browsers wait for an answer before they ask again over the same connection. Who asks and asks and reads nothing would fill the memory. */
const mostAhead = 100;

/** systemd holds the socket (deploy/abrente.socket): then nobody is turned away while the site restarts. */
const isHeld = !!process.env.LISTEN_FDS;

await runStart(async () => {
  const { config, door } = await chooseDoor(readSettings());
  prepareDataFolder(config.dataDir);

  const log = openLog(config.logLevel);
  // Since the process began.
  const beforeDatabase = Math.round(performance.now());
  const backend = await startBackend(config, log);
  const needsAdmin = !(await backend.hasAdmin());
  let stopping = 0;
  const self = fileURLToPath(import.meta.url);
  const { app, answerFromCache, prepare } = createApp({
    config,
    log,
    backend,
    build,
    files: await readFiles(fileURLToPath(new URL("../client", import.meta.url))),
    // All code and all texts are in this file and in what it names.
    buildId: createHash("sha256").update(readFileSync(self)).digest("hex").slice(0, 12),
    builtAt: statSync(self).mtime,
    isStopping: () => stopping > 0,
  });

  const listener = getRequestListener(app.fetch, { hostname: config.host });
  const { sockets, stop: patience } = config.clocks;
  const slowest = { headersTimeout: sockets.headers, requestTimeout: sockets.request, connectionsCheckingInterval: sockets.check };
  const askedAhead = new WeakMap<Socket, number>();
  const server = createServer({ ...slowest, ...upgradeOptions }, (request, response) => {
    // Without a socket of its own it waits for the answer before it, which has not left.
    const ahead = response.socket ? 0 : (askedAhead.get(request.socket) ?? 0) + 1;
    if (ahead > mostAhead) return request.socket.destroy();
    askedAhead.set(request.socket, ahead);
    if (!answerFromCache(request, response)) void listener(request, response);
  });
  takeUpgrades(server, config, log, backend.realtime);
  server.setTimeout(sockets.silence);
  server.listen(isHeld ? { fd: 3 } : (door ?? { port: config.port, host: config.host }), () => {
    const { port } = server.address() as AddressInfo;
    log.info({ port, host: config.host, startedIn: Math.round(performance.now()), beforeDatabase }, "listening");
    // In the journal of a unit and the log of a container every line is one of JSON.
    const isByHand = process.stdout.isTTY || !config.isPublic;
    if (isByHand && !process.env.JOURNAL_STREAM) console.log(greeting(`http://localhost:${port}`, config, needsAdmin));
    if (config.isPublic) void prepare();
    tellSystemd();
  });
  server.on("error", (error) => {
    console.error(listenProblem(error, config));
    logFailure(listenProblem(error, config));
    void end(1);
  });

  /** What was asked is answered, the outbox finishes what it is sending, the database is closed, and the process ends. */
  function stop(code: number) {
    if (stopping) return;
    stopping = Date.now();
    backend.realtime?.closeSockets();
    letGo(server, patience, () => void end(code));
    setTimeout(() => void end(code), patience).unref();
  }

  async function end(code: number) {
    setTimeout(() => process.exit(code), patience).unref();
    await backend.stop();
    process.exit(code);
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (!stopping) log.info({ signal }, "stopping");
      // Asked again by somebody in a hurry. (With Ctrl+C, npm passes on a second signal at once.)
      else if (Date.now() - stopping > 1000) process.exit(0);
      stop(0);
    });
  }
  const giveUp = ({ message }: Error) => {
    console.error(message);
    log.error({ reason: message }, "THE SITE STOPS");
    stop(1);
  };
  void backend.failed?.then(giveUp);
}, notStarted);

/** With PORT=0 the system chooses a port. What names the site's own address, in pages and mails, must know it from the beginning. */
async function chooseDoor(config: Config): Promise<{ config: Config; door?: NetServer }> {
  if (config.port !== 0 || isHeld) return { config };
  const door = new NetServer().listen(0, config.host);
  await once(door, "listening").catch((error) => {
    throw new StartError(listenProblem(error, config));
  });
  const { port } = door.address() as AddressInfo;
  return { config: { ...config, port, siteUrl: config.siteUrl.replace(/:0$/, `:${port}`) }, door };
}

/** For those who read the log and not the screen. */
function logFailure(reason: string) {
  if (!process.stdout.isTTY)
    console.log(JSON.stringify({ level: 50, time: new Date().toISOString(), msg: `THE SITE DID NOT START: ${reason}` }));
}

/** Whoever comes to a socket that is held would wait until a start succeeds: they are told for a while, then systemd tries again. */
function notStarted(reason: string) {
  logFailure(reason);
  if (isHeld) answerClosed(3, 10_000, () => process.exit(1));
  // Where something was started already that would go on.
  else setTimeout(() => process.exit(), 1000).unref();
}

/** Its unit is of the type notify: started means that visitors are answered. Node cannot write to a socket of that kind. */
function tellSystemd() {
  if (process.env.NOTIFY_SOCKET) spawn("systemd-notify", ["--ready"], { stdio: "ignore" }).on("error", () => {});
}

/**
 * Takes no new connections, answers what was sent over those that are there, and closes them. Some may still wait at the door, or have
 * brought a request that nobody has read yet; the close() of Node's HTTP server would throw these away.
 */
function letGo(server: Server, patience: number, done: () => void) {
  // Those at a socket that is held are let in by the next process. A server that is never quiet must stop too.
  const until = Date.now() + (isHeld ? 0 : patience / 2);
  let quietTurns = 0;
  server.on("connection", () => (quietTurns = 0));
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  function closeDoor() {
    // One is let in at each turn of the event loop; this turn's was before.
    if (quietTurns++ === 2 || Date.now() >= until) NetServer.prototype.close.call(server, done);
    else setImmediate(closeDoor);
  }
  closeDoor();
  // Kept alive after their last answer, they would hold the stop up. An immediate comes after what has arrived was read.
  setInterval(() => setImmediate(() => server.closeIdleConnections()), 100).unref();
}
