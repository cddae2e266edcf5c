import { spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";

/** The programs of Debian that stand around the site. In CI they must be there; elsewhere their tests say that they were skipped. */
export function findProgram(name: "caddy" | "pgbouncer" | "systemd-analyze" | "systemd-notify" | "psql" | "perl"): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!found && process.env.CI) throw new Error(`CI needs ${name}: install its package`);
  return found;
}

/** A program that ends with the test. */
export async function startProgram(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += data));
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return { child, output: () => output };
}

/** Runs one of the project's commands as its pages say; gives what it printed, or throws it. */
export function runScript(name: string, args: string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync("node", [`scripts/${name}.ts`, ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr || stdout);
  return stdout;
}
