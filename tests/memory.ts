import { readFileSync } from "node:fs";

/** Megabytes of memory that a process has, or the most that it has had; NaN where the system does not tell. */
export function memoryOf(pid: number, which: "now" | "most" = "now"): number {
  try {
    const name = { now: "VmRSS", most: "VmHWM" }[which];
    const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return Number.NaN;
  }
}
