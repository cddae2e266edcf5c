import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./postgres.ts";

const program = "/usr/sbin/dovecot";

export function hasDovecot(): boolean {
  return existsSync(program) && existsSync("/usr/lib/dovecot/imap");
}

/** In CI these tests must run; elsewhere they say that they were skipped. */
export function findDovecot(): boolean {
  if (!hasDovecot() && process.env.CI) throw new Error("CI needs a Dovecot: install the package dovecot-imapd");
  return hasDovecot();
}

/** A Dovecot of our own on a free port, with one mailbox in a folder that goes when it stops. */
export async function startDovecot({ hasIdle = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "abrente-dovecot-"));
  const port = await freePort();
  const user = process.getuid?.() === 0 ? { name: "nobody", uid: idOf("-u"), gid: idOf("-g") } : { name: process.env.USER ?? "nobody" };
  const inbox = join(folder, "mail");
  for (const name of ["run", "state", "home", "mail", "mail/new", "mail/cur", "mail/tmp"]) mkdirSync(join(folder, name));
  const group = execFileSync("id", ["-gn", user.name], { encoding: "utf8" }).trim();
  const settings = `
    protocols = imap
    listen = 127.0.0.1
    base_dir = ${folder}/run
    state_dir = ${folder}/state
    log_path = ${folder}/log
    ssl = no
    disable_plaintext_auth = no
    auth_failure_delay = 0
    default_internal_user = ${user.name}
    default_internal_group = ${group}
    default_login_user = ${user.name}
    first_valid_uid = 1
    mail_location = maildir:${inbox}
    mailbox_idle_check_interval = 1 secs
    mail_max_userip_connections = 50
    ${hasIdle ? "" : "imap_capability = IMAP4rev1 LITERAL+"}
    service imap-login {
      chroot =
      inet_listener imap {
        port = ${port}
      }
      inet_listener imaps {
        port = 0
      }
    }
    service anvil {
      chroot =
    }
    service stats {
      chroot =
    }
    passdb {
      driver = static
      args = password=hunter2
    }
    userdb {
      driver = static
      args = uid=${user.name} gid=${group} home=${folder}/home
    }
  `;
  writeFileSync(join(folder, "dovecot.conf"), settings);
  if (user.uid) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
  let server = await run();
  let mails = 0;

  async function run() {
    const child = spawn(program, ["-F", "-c", join(folder, "dovecot.conf")], {
      uid: user.uid,
      gid: user.gid,
      detached: true,
      stdio: "ignore",
    });
    for (let tries = 0; !(await answers(port)); tries++) {
      if (tries === 300 || child.exitCode !== null) throw new Error("Dovecot did not start");
      await pause(50);
    }
    return child;
  }

  async function halt() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    // With its children, which would go on serving whom they serve.
    process.kill(-server.pid!, "SIGKILL");
    await once(server, "exit");
  }

  /** A mail that arrives, as a mail server delivers it. */
  function deliver(source: string | Uint8Array) {
    const name = `${Math.floor(Date.now() / 1000)}.M${String(++mails).padStart(6, "0")}P${process.pid}.test`;
    const file = join(inbox, "tmp", name);
    writeFileSync(file, typeof source === "string" ? source.replace(/\r?\n/g, "\r\n") : source);
    if (user.uid) chownSync(file, user.uid, user.gid!);
    renameSync(file, join(inbox, "new", name));
  }

  return {
    url: `imap://ola%40abrente.example:hunter2@127.0.0.1:${port}/INBOX?requireTLS=false`,
    port,
    deliver,
    /** The names of the mails say which flags they have. */
    files: () => [...readdirSync(join(inbox, "new")), ...readdirSync(join(inbox, "cur"))],
    /** As after a mailbox was moved: the mails have other numbers, and the number of the numbers is another one. */
    renumber() {
      for (const name of readdirSync(inbox).filter((one) => one.startsWith("dovecot"))) rmSync(join(inbox, name), { recursive: true });
    },
    halt,
    async resume() {
      server = await run();
    },
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
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

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
}
