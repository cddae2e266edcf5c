import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { newFolder } from "../faults/site.ts";
import { buildFolder, generousLimits, quickStart } from "../server.ts";
import { startProgram } from "./programs.ts";

/** What systemd does for the unit: it holds the socket, starts the site again when it ends, and hears when it is ready. Node can do neither. */
const manager = `
use IO::Socket::INET; use IO::Socket::UNIX; use Socket; use POSIX; $| = 1; $^F = 255;
my ($port, $notify, @command) = @ARGV;
my $door = IO::Socket::INET->new(Listen => 100, LocalAddr => "127.0.0.1", LocalPort => $port) or die;
POSIX::dup2(fileno($door), 3);
my $ear = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $notify) or die;
if (!fork) {
  while (getppid() > 1) {
    vec(my $ready = "", fileno($ear), 1) = 1;
    if (select($ready, undef, undef, 1) > 0) { $ear->recv(my $word, 4096); print "$word\\n"; }
  }
  exit;
}
while (1) {
  my $site = fork; exec @command if !$site;
  print "begun $site\\n"; waitpid $site, 0; print "ended ", $? >> 8, "\\n";
}`;

/** The site as deploy/abrente.service and its socket run it. Ready when it has said so. */
export async function startUnit(port: number, settings: Record<string, string>) {
  const notify = join(newFolder(), "notify");
  const command = ["node", quickStart, `${buildFolder}/server/main.js`];
  const { child, output } = await startProgram("perl", ["-e", manager, String(port), notify, ...command], {
    env: { ...process.env, ...generousLimits, ...settings, LISTEN_FDS: "1", NOTIFY_SOCKET: notify, JOURNAL_STREAM: "1:1" },
  });
  const site = () => Number([...output().matchAll(/^begun (\d+)/gm)].at(-1)?.[1]);
  const readyFor = (times: number) =>
    expect.poll(() => output().split("READY=1").length - 1, { timeout: 60_000, message: output() }).toBe(times);
  let starts = 1;
  let isStopped = false;
  function stop() {
    if (isStopped) return;
    isStopped = true;
    child.kill("SIGKILL");
    process.kill(site(), "SIGKILL");
  }
  onTestFinished(stop);
  await readyFor(starts);
  return {
    output,
    stop,
    async restart() {
      process.kill(site(), "SIGTERM");
      await readyFor(++starts);
    },
  };
}
