import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The one build of all tests: the site with the pages of tests/pages added. `npm start` never serves it. */
export const buildFolder = "test-results/build";

/** To optimise Postgres' WebAssembly takes the processor half of a start; without, queries are a sixth slower. For servers that live for seconds. */
export const quickStart = "--liftoff-only";

/** For a site that many tests share: they send more than an address may. */
export const generousLimits = {
  REQUESTS_PER_ADDRESS: "1000000",
  REQUESTS_PER_HOUR: "1000000",
  AUTH_ATTEMPTS_PER_ADDRESS: "1000000",
  AUTH_MAIL_INTERVAL: "0",
  AUTH_MAILS_PER_NETWORK: "1000000",
  MAILS_PER_RECIPIENT: "1000000",
  MAILS_PER_HOUR: "1000000",
};

/** Starts the built server as `npm start` does, and waits until it listens or ends. */
export async function startServer(settings: Record<string, string> = {}, build = buildFolder) {
  const { listening, ...server } = launchServer(settings, build);
  const port = await listening;
  return { url: `http://127.0.0.1:${port}`, port, ...server };
}

/** The same without waiting, for those who want to disturb the start. */
export function launchServer(
  settings: Record<string, string> = {},
  build = buildFolder,
  flags = build === buildFolder ? [quickStart] : [],
) {
  const folder = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), "abrente-"));
  const env = { ...process.env, PORT: "0", DATA_DIR: folder, BUILD_DIR: build, ...settings };
  const child = spawn("node", [...flags, `${build}/server/main.js`], { env });
  if (!settings.DATA_DIR) child.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  let output = "";
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  const exit = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const listening = new Promise<number | undefined>((resolve) => {
    // Until it is found: going through a long log after each line slows the bench down, which runs in this process.
    const look = () => {
      const found = /"port":(\d+)/.exec(output);
      if (!found) return;
      child.stdout.off("data", look);
      resolve(Number(found[1]));
    };
    child.stdout.on("data", (data) => (output += data)).on("data", look);
    void exit.then(() => resolve(undefined));
  });
  return {
    listening,
    pid: child.pid!,
    dataDir: folder,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    exit,
    output: () => output,
    errors: () => errors,
    /** Nobody reads what it says from here on. */
    deafen() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    async stop() {
      child.kill("SIGTERM");
      return exit;
    },
  };
}
