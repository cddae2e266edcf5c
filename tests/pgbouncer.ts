import { mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findProgram, startProgram } from "./deploy/programs.ts";
import { freePort } from "./postgres.ts";

/** A PgBouncer in transaction mode before a database: its clients keep no connection longer than a transaction. It ends with the test. */
export async function startPgBouncer(databaseUrl: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const file = join(mkdtempSync(join(tmpdir(), "abrente-pgbouncer-")), "pgbouncer.ini");
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
  writeFileSync(file, settings.join("\n"));
  // It refuses to run as root.
  const { child, output } = await startProgram(findProgram("pgbouncer")!, [...(process.getuid?.() === 0 ? ["--user=nobody"] : []), file]);
  while (!(await answers(own))) {
    if (child.exitCode !== null) throw new Error(output());
    await pause(50);
  }
  return `postgres://${username}@127.0.0.1:${own}${pathname}`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
