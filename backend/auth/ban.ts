import { validationFailed } from "./errors.ts";

const units: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const durationForm = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
/** Go counts nanoseconds in 64 bits: some 292 years. */
const longest = 2 ** 63 / 1e6;

/** Until when: `none` lifts a ban, otherwise a duration as Go writes them, such as `1h30m`. Undefined leaves it as it is. */
export function readBan(duration: string | undefined): Date | null | undefined {
  if (!duration) return undefined;
  if (duration === "none") return null;
  const milliseconds = durationForm.test(duration) ? sumOf(duration) : Number.NaN;
  if (!(Math.abs(milliseconds) < longest)) {
    throw validationFailed(`invalid format for ban duration: time: invalid duration ${JSON.stringify(duration)}`);
  }
  return milliseconds === 0 ? null : new Date(Date.now() + milliseconds);
}

function sumOf(duration: string): number {
  let sum = 0;
  for (const [, amount, unit] of duration.matchAll(/[+-]?([\d.]+)([a-zµμ]+)/gy)) sum += Number(amount) * units[unit!]!;
  return duration.startsWith("-") ? -sum : sum;
}
