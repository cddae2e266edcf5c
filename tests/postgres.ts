import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";

/** The folder of a Postgres' programs: on the path, or where Debian and Homebrew put them. */
export function findPostgres(): string | undefined {
  const found = findPrograms();
  // In CI these tests must run: whoever runs it must bring a Postgres.
  if (!found && process.env.CI) throw new Error("CI needs a Postgres: install the package postgresql");
  return found;
}

export function findPrograms(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...globSync("{/usr/lib/postgresql,/opt/homebrew/opt,/usr/local/opt}/*/bin").toSorted().toReversed(),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** The cluster that tests/set-up.ts has made for the whole run. */
const madeBefore = "POSTGRES_CLUSTER";

/** Makes a cluster that each Postgres of this process and its children copies, instead of making its own. Gives its folder. */
export function prepareCluster(): string {
  const { folder } = newCluster();
  process.env[madeBefore] = folder;
  return folder;
}

function newCluster() {
  const programs = findPostgres();
  if (!programs) throw new Error("No Postgres on this machine");
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  const folder = mkdtempSync(join(tmpdir(), "abrente-postgres-"));
  if (user.uid) chownSync(folder, user.uid, user.gid!);
  const data = join(folder, "data");
  const made = process.env[madeBefore];
  const initdb = ["-D", data, "-U", "abrente", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  if (made) execFileSync("cp", ["-R", join(made, "data"), data], user);
  else execFileSync(join(programs, "initdb"), initdb, { ...user, stdio: "ignore" });
  return { programs, user, folder, data };
}

/** A Postgres of our own on a free port, with its data in a folder that goes when it stops. */
export async function startPostgres() {
  const { programs, user, folder, data } = newCluster();
  const port = await freePort();
  const url = `postgres://abrente@127.0.0.1:${port}`;
  let server = await run();

  async function run() {
    // Without fsync a crash of the machine would lose data, but none of Postgres itself does.
    const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-c", "fsync=off"];
    const child = spawn(join(programs, "postgres"), ["-D", data, "-p", String(port), "-k", folder, ...settings], {
      ...user,
      stdio: "ignore",
    });
    const client = postgres(`${url}/postgres`, { max: 1, backoff: () => 0, onnotice() {} });
    for (let tries = 0; ; tries++) {
      const answered = await client`select 1`.then(
        () => true,
        () => false,
      );
      if (answered) break;
      if (tries === 600 || child.exitCode !== null) throw new Error("Postgres did not start");
      await pause(100);
    }
    await client.end();
    return child;
  }

  async function end(signal: NodeJS.Signals) {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, "exit");
  }

  return {
    url,
    createDatabase: () => createDatabase(url),
    /** Away, as after a crash or while its machine restarts. */
    halt: () => end("SIGQUIT"),
    async resume() {
      server = await run();
    },
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An empty database of its own for a test; gives its address. */
export async function createDatabase(url: string): Promise<string> {
  const name = `test_${Math.random().toString(36).slice(2)}`;
  const client = postgres(`${url}/postgres`, { max: 1, onnotice() {} });
  await client.unsafe(`create database ${name}`);
  await client.end();
  return `${url}/${name}`;
}

function idOf(flag: "-u" | "-g"): number {
  for (const name of ["postgres", "nobody"]) {
    try {
      return Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    } catch {
      // This machine does not have that user.
    }
  }
  throw new Error("Postgres needs a user that is not root");
}

/** A port that is free, and none of those that a system gives to whoever asks for any: it stays free until it is used. */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
    return port;
  } catch {
    return await freePort();
  } finally {
    probe.close();
  }
}
