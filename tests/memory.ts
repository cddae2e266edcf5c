import { readFileSync } from "node:fs";

/** Megabytes of memory that a process has; NaN where the system does not tell. */
export function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return Number.NaN;
  }
}
