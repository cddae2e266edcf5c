import { globSync, readFileSync } from "node:fs";
import { StartError } from "#backend/start-error.ts";
import * as facts from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import { readConfig } from "#server/config.ts";
import { loadEnvFile, runStart } from "#server/start.ts";

/** `npm run launch-check`: everything that is not yet fit for the public, with file and line. `--json` for programs. */
export type Finding = { blocks: boolean; what: string; where?: string };

/** What is looked at: the facts, the texts of each language, and the files that they stand in, by their paths. */
export type Site = {
  agency: { name: string };
  offer: { until: { day: number; month: number } };
  testimonials: unknown[];
  people: unknown[];
  texts: Record<string, object>;
  files: Record<string, string>;
};

function ownSite(): Site {
  const paths = ["content/agency.ts", ...globSync("content/{en,es,gl}/**/*.{ts,md}").toSorted()];
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
  return { ...facts, texts: { en, es, gl }, files };
}

export function launchCheck(settings: Record<string, string | undefined>, site = ownSite()): Finding[] {
  return [
    ...standIns(site),
    ...legalReviews(site),
    ...offerEnd(site),
    ...samples(settings, site),
    ...nameOfBefore(site),
    ...settingsToMend(settings),
    ...sameTexts(site.texts),
  ];
}

/** What this site began with in content/agency.ts, by its place there. Nobody has such a name, number or address. */
export const invented: Record<string, string> = {
  "agency.legalName": "Abrente Desenvolvemento Web, S.L.",
  "agency.taxId": "B00000000",
  "agency.registry.volume": "0000",
  "agency.registry.folio": "00",
  "agency.registry.sheet": "SC-00000",
  "agency.email": "ola@abrente.example",
  "agency.phone": "+34600000000",
  "agency.whatsapp": "+34600000000",
  "agency.address.street": "Rúa do Abrente, 1",
  "agency.address.postalCode": "15700",
  "agency.providers.hosting.name": "Aloxamentos do Exemplo, S.L.",
  "agency.providers.mail.name": "Correos do Exemplo, S.L.",
  "agency.social.linkedin": "https://www.linkedin.com/company/abrente.example",
  "agency.social.github": "https://github.com/abrente-example",
};

const nameAtFirst = "Abrente";

/** What was invented too, and may be kept: then the mark at the end of its line is taken off. */
export const undecided: Record<string, string | number> = {
  "agency.name": nameAtFirst,
  "offer.initialPaymentPercent": 50,
  "offer.guaranteeDays": 14,
};

/** Of a value, and not of what a comment says about it. */
const looksInvented = /\.example\b|-example\b|\b[A-Z]?0{4,}|0{6,}/;

function standIns({ agency, offer, files }: Site): Finding[] {
  const source = "content/agency.ts";
  return leaves({ agency, offer }).flatMap(([path, value]) => {
    const key = path.split(".").at(-1)!;
    const [found] = linesWith(files, source, (line) => line.includes(`${key}: ${JSON.stringify(value)}`));
    const isInvented = invented[path] === value || (typeof value === "string" && looksInvented.test(value));
    const isUndecided = undecided[path] === value && !!found?.line.includes("// stand-in");
    if (!isInvented && !isUndecided) return [];
    return [{ blocks: true, what: `Stand-in: ${key}: ${JSON.stringify(value)}`, where: found?.where ?? source }];
  });
}

/** The name is also a word, which some texts explain; under another name they make no sense. */
function nameOfBefore({ agency, files }: Site): Finding[] {
  if (agency.name === nameAtFirst) return [];
  return textsIn(files)
    .flatMap((file) => linesWith(files, file, (line) => /abrente/i.test(line)))
    .map(({ line, where }) => ({ blocks: true, what: `Speaks of the name before: ${line.slice(0, 100)}`, where }));
}

function legalReviews({ files }: Site): Finding[] {
  return textsIn(files)
    .filter((file) => file.includes("/legal/"))
    .flatMap((file) => linesWith(files, file, (line) => line.startsWith("review: ")))
    .map(({ line, where }) => ({ blocks: true, what: `Legal document ${line.replace("review: ", "")}`, where }));
}

function offerEnd({ offer, files }: Site): Finding[] {
  const { day, month } = offer.until;
  if (new Date(Date.UTC(2024, month - 1, day)).getUTCDate() === day) return [];
  return linesWith(files, "content/agency.ts", (line) => line.startsWith("until:")).map(({ where }) => ({
    blocks: true,
    what: `The offer ends on a day that does not exist: ${day}/${month}`,
    where,
  }));
}

/** Without real ones the public site has no testimonials and nobody's face, or invented ones if it is told so. */
function samples({ SHOW_SAMPLES }: Record<string, string | undefined>, { testimonials, people }: Site): Finding[] {
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
  const madeUp = given
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
    ...[...missing, ...madeUp, ...wrong].map((what) => ({ blocks: true, what: `Setting ${what}` })),
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
      if (typeof text !== "string") continue;
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

function leaves(tree: object, path = ""): [path: string, value: string | number][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" ? leaves(value, `${path}${key}.`) : [[`${path}${key}`, value] as [string, string | number]],
  );
}

function textsIn(files: Site["files"]): string[] {
  return Object.keys(files).filter((file) => file !== "content/agency.ts");
}

function linesWith(files: Site["files"], file: string, matches: (line: string) => boolean) {
  return files[file]!.split("\n")
    .map((line, index) => ({ line: line.trim(), where: `${file}:${index + 1}` }))
    .filter(({ line }) => matches(line));
}

if (import.meta.main) {
  await runStart(async () => {
    loadEnvFile();
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
  });
}
