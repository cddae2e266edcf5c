import { existsSync, globSync, readFileSync } from "node:fs";
import { StartError } from "#backend/start-error.ts";
import { agency, offer, people, testimonials } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import { readConfig } from "#server/config.ts";

/** `npm run launch-check`: everything that is not yet fit for the public, with file and line. `--json` for programs. */
export type Finding = { blocks: boolean; what: string; where?: string };

export function launchCheck(settings: Record<string, string | undefined>): Finding[] {
  return [
    ...standIns(),
    ...legalReviews(),
    ...offerEnd(),
    ...samples(settings),
    ...nameOfBefore(),
    ...settingsToMend(settings),
    ...sameTexts({ en, es, gl }),
  ];
}

/** What is marked as one, and what looks like one although the mark is gone. */
function standIns(): Finding[] {
  return linesWith("content/agency.ts", /\/\/ stand-in|\.example\b|-example\b|\b[A-Z]?0{4,}|0{6,}/).map(({ line, where }) => ({
    blocks: true,
    what: `Stand-in: ${line.replace(/,? *\/\/ stand-in.*/, "")}`,
    where,
  }));
}

/** The name is also a word, which some texts explain; under another name they make no sense. */
function nameOfBefore(): Finding[] {
  if (agency.name === "Abrente") return [];
  return globSync("content/{en,es,gl}/**/*.{ts,md}")
    .toSorted()
    .flatMap((file) => linesWith(file, /abrente/i))
    .map(({ line, where }) => ({ blocks: true, what: `Speaks of the name before: ${line.slice(0, 100)}`, where }));
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

/** Without real ones the public site has no testimonials and nobody's face, or invented ones if it is told so. */
function samples({ SHOW_SAMPLES }: Record<string, string | undefined>): Finding[] {
  const shown = SHOW_SAMPLES === "true";
  const missing = [
    ...(testimonials.length > 0
      ? []
      : [
          shown
            ? "SHOW_SAMPLES=true shows invented testimonials, which is illegal on a public site"
            : "There is no real testimonial: the public site leaves the section out",
        ]),
    ...(people.length > 0 ? [] : ["There are no people: nobody is named beside the contact form"]),
  ];
  return missing.map((what) => ({ blocks: what.startsWith("SHOW_SAMPLES"), what, where: "content/agency.ts" }));
}

function settingsToMend(settings: Record<string, string | undefined>): Finding[] {
  const needed = {
    SITE_URL: "the public address",
    SMTP_URL: "mails wait without it",
    MAIL_FROM: "the sender of mails",
    MAIL_TO: "where requests go",
  };
  const given = Object.keys(needed).map((name) => [name, settings[name]?.trim()] as const);
  const missing = given.filter(([, value]) => !value).map(([name]) => `${name} is missing: ${needed[name as keyof typeof needed]}`);
  const invented = given
    .filter(([, value]) => value && /\.example\b|\.invalid\b|@example\./.test(value))
    .map(([name]) => `${name} is a stand-in`);
  const { SITE_URL } = settings;
  const address = !SITE_URL || !URL.canParse(SITE_URL) ? undefined : new URL(SITE_URL);
  const wrong = [
    ...(address && address.protocol !== "https:" ? ["SITE_URL is not an https address"] : []),
    ...(address && /^(localhost|127\.|\[::1\])/.test(address.hostname) ? ["SITE_URL is an address of this machine alone"] : []),
  ];
  const proxy = { blocks: false, what: "Setting TRUST_PROXY is not 1: behind a proxy all visitors would count as one" };
  return [
    ...[...missing, ...invented, ...wrong].map((what) => ({ blocks: true, what: `Setting ${what}` })),
    ...refused(settings).map((what) => ({ blocks: true, what })),
    ...(settings.TRUST_PROXY?.trim() === "1" ? [] : [proxy]),
  ];
}

/** What the server itself would say at its start. */
function refused(settings: Record<string, string | undefined>): string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message.split("\n").map((sentence) => sentence.replace(/^The setting/, "Setting"));
  }
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
