import { performance } from "node:perf_hooks";
import { runInThisContext } from "node:vm";

type Attack = { beginning: string; pump: string };

/** What a pattern might go back and forth in: a beginning that it accepts, something repeated, and an end that it does not accept. */
function attacksOn({ source }: RegExp): Attack[] {
  const atoms = atomsOf(source);
  const words = source.match(/[\w@:/=-]{2,}/g) ?? [];
  const samples = [...new Set([...atoms, ...words, ..."a0 \n.-"])].slice(0, 24);
  // One sign for each part of the pattern is nearly a text that matches.
  const beginnings = [...new Set(["", ...words, ...atoms.map((_, n) => atoms.slice(0, n + 1).join(""))])].slice(0, 40);
  return [
    ...beginnings.flatMap((beginning) => samples.map((pump) => ({ beginning, pump }))),
    ...samples.flatMap((one) => samples.map((other) => ({ beginning: "", pump: one + other }))),
  ];
}

function textOf({ beginning, pump }: Attack, length: number): string {
  return `${beginning}${pump.repeat(Math.ceil(length / pump.length)).slice(0, length)}\n\u0001`;
}

/** A sign for each part of a pattern, without repetitions and groups. */
function atomsOf(source: string): string[] {
  const classes: Record<string, string> = {
    s: " ",
    d: "0",
    w: "a",
    S: "a",
    D: "a",
    W: " ",
    n: "\n",
    r: "\r",
    t: "\t",
    b: "",
    B: "",
    0: "\0",
  };
  const parts = source.match(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u....|\\x..|\\.|\[\^|\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d+,?\d*\}|./gsu) ?? [];
  return parts.flatMap((part) => {
    if (/^\\p/i.test(part)) return part.includes("N") ? ["1"] : part.startsWith("\\P") ? ["ñ"] : ["a"];
    if (/^\\[ux]/.test(part)) return [String.fromCodePoint(Number.parseInt(part.replaceAll(/[^\da-f]|^\\x|^\\u/gi, ""), 16))];
    if (part.startsWith("\\")) return [classes[part[1]!] ?? part[1]!].filter(Boolean);
    if (part === ".") return ["a"];
    return /^(\(\?.*|\{.*|\[\^|[()[\]|?*+^$-])$/s.test(part) ? [] : [part];
  });
}

export type Verdict = { isLinear: boolean; says: string };

/** Whether a pattern takes four times as long for four times as much, whatever it is given. */
export function tryPattern(pattern: RegExp, patience = 20_000): Verdict {
  const all = new RegExp(pattern.source, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`);
  const take = (text: string) => {
    const start = performance.now();
    text.replaceAll(all, "");
    return performance.now() - start;
  };
  /** Twice, because the machine may have been busy with something else. */
  const grows = (attack: Attack, again = true): string | undefined => {
    const short = take(textOf(attack, 4000));
    if (short < 2) return;
    const long = take(textOf(attack, 16_000));
    if (long < 40 || long / short < 8) return;
    return again ? grows(attack, false) : `${long.toFixed(0)} ms, ${(long / short).toFixed(0)} times as long: ${JSON.stringify(attack)}`;
  };
  try {
    return within(patience, () => {
      const attacks = attacksOn(pattern);
      // One that doubles its work with each sign does not come to the end of these.
      for (const length of [32, 150]) for (const attack of attacks) take(textOf(attack, length));
      const times = new Map(attacks.map((attack) => [attack, take(textOf(attack, 600))]));
      for (const attack of attacks.toSorted((a, b) => times.get(b)! - times.get(a)!).slice(0, 6)) {
        const says = grows(attack);
        if (says) return { isLinear: false, says };
      }
      return { isLinear: true, says: "" };
    });
  } catch (error) {
    return { isLinear: false, says: (error as Error).message };
  }
}

/** A pattern can be stopped from outside only. */
function within<T>(milliseconds: number, work: () => T): T {
  const name = "__patternUnderAttack";
  (globalThis as Record<string, unknown>)[name] = work;
  return runInThisContext(`${name}()`, { timeout: milliseconds }) as T;
}
