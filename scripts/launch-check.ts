import { existsSync, globSync, readFileSync } from "node:fs";
import { offer } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";

/** `npm run launch-check`: everything that is not yet fit for the public, with file and line. `--json` for programs. */
export type Finding = { blocks: boolean; what: string; where?: string };

export function launchCheck(settings: Record<string, string | undefined>): Finding[] {
  return [
    ...standIns(),
    ...legalReviews(),
    ...offerEnd(),
    ...samples(settings),
    ...missingSettings(settings),
    ...sameTexts({ en, es, gl }),
  ];
}

function standIns(): Finding[] {
  return linesWith("content/agency.ts", /\/\/ stand-in/).map(({ line, where }) => ({
    blocks: true,
    what: `Stand-in: ${line.replace(/,? *\/\/ stand-in.*/, "")}`,
    where,
  }));
}

function legalReviews(): Finding[] {
  return globSync("content/*/legal/*.md")
    .toSorted()
    .flatMap((file) =>
      linesWith(file, /^review: /).map(({ line, where }) => ({
        blocks: true,
        what: `Legal document ${line.replace("review: ", "")}`,
        where,
      })),
    );
}

function offerEnd(): Finding[] {
  const { day, month } = offer.until;
  if (new Date(Date.UTC(2024, month - 1, day)).getUTCDate() === day) return [];
  return linesWith("content/agency.ts", /until:/).map(({ where }) => ({
    blocks: true,
    what: `The offer ends on a day that does not exist: ${day}/${month}`,
    where,
  }));
}

function samples({ SHOW_SAMPLES }: Record<string, string | undefined>): Finding[] {
  const shown = SHOW_SAMPLES === "true";
  const what = shown
    ? "SHOW_SAMPLES=true shows this invented testimonial, which is illegal on a public site"
    : "This testimonial is a sample: the public site leaves it out";
  return linesWith("content/en/home.ts", /sample: true/).map(({ where }) => ({ blocks: shown, what, where }));
}

function missingSettings(settings: Record<string, string | undefined>): Finding[] {
  const needed = {
    SITE_URL: "the public address",
    SMTP_URL: "mail is not sent without it",
    MAIL_FROM: "the sender of mails",
    MAIL_TO: "where requests go",
  };
  const missing = Object.entries(needed).filter(([name]) => !settings[name]?.trim());
  const insecure =
    settings.SITE_URL && !settings.SITE_URL.startsWith("https://")
      ? [{ blocks: true, what: "Setting SITE_URL is not an https address" }]
      : [];
  return [...missing.map(([name, why]) => ({ blocks: true, what: `Setting ${name} is missing: ${why}` })), ...insecure];
}

/** Texts that two languages share are usually forgotten translations; names and words that really are the same are not. */
export function sameTexts(contents: Record<string, object>): Finding[] {
  const seen = new Map<string, string[]>();
  for (const [locale, content] of Object.entries(contents)) {
    for (const [path, text] of leaves(content)) {
      const key = `${path}\n${text}`;
      seen.set(key, [...(seen.get(key) ?? []), locale]);
    }
  }
  return [...seen]
    .filter(
      ([key, languages]) =>
        languages.length > 1 &&
        key
          .split("\n")[1]!
          .replace(/\{\w+\}/g, "")
          .split(/\s+/).length > 3,
    )
    .map(([key, languages]) => ({
      blocks: false,
      what: `Same text in ${languages.join(" and ")}: "${key.split("\n")[1]}"`,
      where: key.split("\n")[0],
    }));
}

function leaves(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );
}

function linesWith(file: string, pattern: RegExp) {
  return readFileSync(file, "utf8")
    .split("\n")
    .map((line, index) => ({ line: line.trim(), where: `${file}:${index + 1}` }))
    .filter(({ line }) => pattern.test(line));
}

if (import.meta.main) {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const findings = launchCheck(process.env);
  const blocking = findings.filter((finding) => finding.blocks);
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ ready: blocking.length === 0, findings }, null, 2));
  } else {
    for (const { blocks, what, where } of findings) console.log(`${blocks ? "must" : "look"}  ${what}${where ? `  (${where})` : ""}`);
    console.log(
      blocking.length === 0 ? "\nNothing blocks a launch." : `\n${blocking.length} of ${findings.length} findings block a launch.`,
    );
  }
  process.exitCode = blocking.length === 0 ? 0 : 1;
}
