import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./postgres.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find((path) => existsSync(path));

export const hasPgBouncer = !!program;

/** A PgBouncer in transaction mode before a database: its clients keep no connection longer than a transaction. */
export async function startPgBouncer(databaseUrl: string) {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "abrente-pgbouncer-"));
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (user.uid) chownSync(folder, user.uid, user.gid!);
  const own = await freePort();
  const settings = [
    "[databases]",
    `* = host=${hostname} port=${port} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 5",
  ];
  writeFileSync(join(folder, "pgbouncer.ini"), settings.join("\n"));
  const child = spawn(program!, [join(folder, "pgbouncer.ini")], { ...user, stdio: "ignore" });
  while (!(await answers(own))) {
    if (child.exitCode !== null) throw new Error("PgBouncer did not start");
    await pause(50);
  }
  return {
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    async stop() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.on("connect", () => resolve(true));
    socket.on("error", () => resolve(false));
  }).then((result) => {
    socket.destroy();
    return result as boolean;
  });
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}
