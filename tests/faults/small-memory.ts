import { existsSync, mkdtempSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Where the kernel's groups of processes are made, and what their limit is called: its second way of having them, or its first. */
const [groups, limit] = existsSync("/sys/fs/cgroup/cgroup.controllers")
  ? ["/sys/fs/cgroup", "memory.max"]
  : ["/sys/fs/cgroup/memory", "memory.limit_in_bytes"];

/** Whether this user may limit the memory of a process: root outside of most containers. */
export function canLimitMemory(): boolean {
  try {
    rmdirSync(makeGroup(1000));
    return true;
  } catch {
    console.log("The test of little memory is skipped: this user may not limit the memory of a process.");
    return false;
  }
}

/** From now on the process has so much memory, and is ended by the kernel when it needs more. */
export function limitMemory(megabytes: number, { pid, exit }: { pid: number; exit: Promise<unknown> }) {
  const group = makeGroup(megabytes);
  writeFileSync(join(group, "cgroup.procs"), String(pid));
  onTestFinished(async () => {
    await exit;
    rmdirSync(group);
  });
}

function makeGroup(megabytes: number): string {
  const group = mkdtempSync(join(groups, "abrente-"));
  try {
    writeFileSync(join(group, limit), String(megabytes * 1024 * 1024));
  } catch (error) {
    rmdirSync(group);
    throw error;
  }
  return group;
}
