import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { beforeAll, afterAll, expect, test } from "vitest";
import { newFolder, readStored, startSite } from "../faults/site.ts";
import { findPostgres, freePort, startPostgres } from "../postgres.ts";
import { findProgram, runScript, startProgram } from "./programs.ts";
import { startUnit } from "./systemd.ts";
import { startVisitors } from "./visitors.ts";

/** docs/deploy.md, "Two roles", "Several copies" and "Backup and restore": the commands as they stand there. */
const programs = [findPostgres(), findProgram("psql"), findProgram("pgbouncer"), findProgram("caddy"), findProgram("perl")];
const host = "abrente.localhost";
const keySet = "/auth/v1/.well-known/jwks.json";

let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  if (programs.every(Boolean)) server = await startPostgres();
});
afterAll(() => server?.stop());

test.skipIf(!programs.every(Boolean))(
  "two copies, two roles, a pooler, a proxy: no form fails while each is restarted; backup, restore, and back",
  async () => {
    const { port: postgresPort } = new URL(server.url);
    const as = (user: string, port = postgresPort) => `postgres://${user}@127.0.0.1:${port}/abrente`;
    execFileSync("psql", [
      "--quiet",
      `--dbname=${server.url}/postgres`,
      "--set=owner_password=one",
      "--set=site_password=two",
      "--file=deploy/roles.sql",
    ]);
    execFileSync("psql", ["--quiet", `--dbname=${server.url}/postgres`, "--file=deploy/database.sql"]);

    // The site may not make tables, and says who may.
    const dataDir = newFolder();
    await expect(startSite({ DATA_DIR: dataDir, DATABASE_URL: as("abrente_site") })).rejects.toThrow(
      /^The server did not start: The user of DATABASE_URL may not bring the database up to date .* npm run migrate/,
    );
    expect(runScript("migrate", [], { DATA_DIR: dataDir, DATABASE_URL: as("abrente_owner") })).toMatch(/^Done: contact_requests, /);

    // Keys made once, for all copies.
    const folders = [newFolder(), newFolder()];
    runScript("keys", ["make"], { DATA_DIR: folders[0]! });
    cpSync(join(folders[0]!, "auth-keys.json"), join(folders[1]!, "auth-keys.json"));

    const pooler = await startPooler();
    const doors = [await freePort(), await freePort()];
    const proxyPort = await startProxy(doors);
    const url = `https://${host}:${proxyPort}`;
    const settingsOf = (number: number) => ({
      DATA_DIR: folders[number]!,
      DATABASE_URL: as("abrente_site", pooler),
      SITE_URL: url,
      TRUST_PROXY: "1",
      SMTP_URL: "smtp://127.0.0.1:9",
    });
    const copies = await Promise.all([0, 1].map((number) => startUnit(doors[number]!, settingsOf(number))));
    const [one, other] = await Promise.all(doors.map(async (door) => (await fetch(`http://127.0.0.1:${door}${keySet}`)).text()));
    expect(one).toBe(other);

    const visitors = startVisitors(url, "copy");
    for (const copy of copies) {
      await visitors.someMore();
      await copy.restart();
    }
    await visitors.someMore();
    const answers = await visitors.stop();
    console.log(`${answers.length} forms while two copies were restarted`);
    expect(answers.filter((status) => status !== 303)).toEqual([]);

    // A backup by the site's own role, into the embedded database of another machine.
    const backup = join(newFolder(), "backup.gz");
    runScript("backup", [backup], { DATA_DIR: folders[0]!, DATABASE_URL: as("abrente_site") });
    const restored = { DATA_DIR: newFolder() };
    expect(runScript("restore", [backup], restored)).toContain("rows");
    expect((await readStored(restored)).requests).toHaveLength(answers.length);

    // A newer version was here: this one goes no further.
    for (const copy of copies) copy.stop();
    const client = postgres(`${server.url}/abrente`, { max: 1 });
    await client`insert into supabase_migrations.schema_migrations (version, name) values ('20991231235959', 'from_the_future')`;
    await client.end();
    await expect(startSite({ DATA_DIR: folders[0]!, DATABASE_URL: as("abrente_site") })).rejects.toThrow(
      /belongs to a newer version of the site \(it has the migration 20991231235959_from_the_future\)/,
    );

    /** In transaction mode, as it comes: it refuses settings that it cannot keep. */
    async function startPooler(): Promise<string> {
      const folder = newFolder();
      const port = await freePort();
      const isRoot = process.getuid?.() === 0;
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, "users.txt"), '"abrente_site" "two"\n');
      writeFileSync(
        join(folder, "pgbouncer.ini"),
        [
          "[databases]",
          `* = host=127.0.0.1 port=${postgresPort}`,
          "[pgbouncer]",
          "pool_mode = transaction",
          "listen_addr = 127.0.0.1",
          `listen_port = ${port}`,
          "unix_socket_dir =",
          "auth_type = trust",
          `auth_file = ${join(folder, "users.txt")}`,
        ].join("\n"),
      );
      const running = await startProgram(findProgram("pgbouncer")!, [...(isRoot ? ["--user=nobody"] : []), join(folder, "pgbouncer.ini")]);
      await expect.poll(running.output).toContain("process up");
      return String(port);
    }

    async function startProxy(ports: number[]) {
      const folder = newFolder();
      const port = await freePort();
      // As it is, but for a port of its own, a certificate of its own, and no second name.
      const file = readFileSync("deploy/Caddyfile.copies", "utf8").split("\nwww.")[0]!;
      writeFileSync(
        join(folder, "Caddyfile"),
        `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${file.replace("{$SITE_HOST} {", `{$SITE_HOST}:${port} {\n\ttls internal`)}`,
      );
      const running = await startProgram("caddy", ["run", "--adapter=caddyfile", `--config=${resolve(folder, "Caddyfile")}`], {
        env: {
          ...process.env,
          HOME: folder,
          XDG_DATA_HOME: folder,
          SITE_HOST: host,
          UPSTREAMS: ports.map((door) => `127.0.0.1:${door}`).join(" "),
        },
      });
      await expect.poll(running.output).toContain("serving initial configuration");
      return port;
    }
  },
);
