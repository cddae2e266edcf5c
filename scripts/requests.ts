import { parseArgs } from "node:util";
import { csvLine } from "#app/inbox/csv.ts";
import { askForReport } from "#backend/control.ts";
import { readReport, type Report } from "#backend/database/report.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";
import { withDatabase } from "./database.ts";

/** `npm run requests`: the newest contact requests and the state of the outbox. `-- --json`, `--csv`, `--limit 100`. */
export function readOptions(args?: string[]) {
  const { values } = parse(args);
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > mostShown) {
    throw new StartError(`--limit must be a whole number from 1 to ${mostShown}, and "${values.limit}" is not.`);
  }
  return { ...values, limit };
}

const mostShown = 100_000;

function parse(args?: string[]) {
  try {
    return parseArgs({
      args,
      options: { json: { type: "boolean" }, csv: { type: "boolean" }, limit: { type: "string", default: "20" } },
    });
  } catch (error) {
    // Node says which option it was, and goes on about others.
    const [problem] = (error as Error).message.split(/\. |\n/);
    throw new StartError(`${problem}.\nUsage: npm run requests -- [--json | --csv] [--limit 100]`);
  }
}

const times = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: "Europe/Madrid" });

export function asTable({ requests, outbox }: Report): string {
  const rows = requests.map((request) => [
    times.format(new Date(request.createdAt)),
    request.state,
    request.reason,
    request.name,
    request.email,
    request.phone ?? "",
    request.locale,
    request.mails.map(({ kind, state, attempts }) => `${kind} ${state}${attempts > 1 ? ` (${attempts} tries)` : ""}`).join(", "),
    shorten(request.message.replace(/\s+/g, " "), 60),
  ]);
  const head = ["received (Madrid)", "state", "reason", "name", "e-mail", "phone", "in", "mails", "message"];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => [...row[column]!].length)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell + " ".repeat(widths[column]! - [...cell].length))
      .join("  ")
      .trimEnd();
  const next = outbox.next ? `, the next at ${times.format(new Date(outbox.next))}` : "";
  const { oldest } = outbox;
  const waits = oldest ? `\nThe oldest mail waits ${ageOf(oldest.since)}${oldest.lastError ? `: ${oldest.lastError}` : ""}.` : "";
  return [
    ...(rows.length > 0 ? [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)] : ["No requests yet."]),
    "",
    `Outbox: ${outbox.due} due${next}; ${outbox.held} held; ${outbox.sent} sent; ${outbox.failed} failed.${waits}`,
  ].join("\n");
}

export function asCsv({ requests }: Report): string {
  const rows = requests.map(({ mails, messages, campaign, spamSignals, ...request }) => ({
    ...request,
    spamSignals: spamSignals.join(" "),
    campaign: new URLSearchParams(campaign).toString(),
    mails: mails.map(({ kind, state }) => `${kind} ${state}`).join(", "),
    messages: messages.map(({ at, from, text }) => `${times.format(new Date(at))}, ${from}: ${text}`).join("\n"),
  }));
  const head = Object.keys(rows[0] ?? {});
  return [head, ...rows.map((row) => Object.values(row))].map(csvLine).join("").trimEnd();
}

/** In the largest unit of which there is one, such as "3 h". */
function ageOf(since: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000));
  const [size, unit] = (
    [
      [1440, "days"],
      [60, "h"],
    ] as const
  ).find(([least]) => minutes >= least) ?? [1, "min"];
  return `${Math.floor(minutes / size)} ${unit}`;
}

function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}

if (import.meta.main) {
  await runStart(async () => {
    const { json, csv, limit } = readOptions();
    const config = readSettings();
    const report = await withDatabase(
      config,
      ({ queries }) => readReport(queries, limit),
      () => askForReport(config.dataDir, limit),
    );
    console.log(json ? JSON.stringify(report, null, 2) : csv ? asCsv(report) : asTable(report));
  });
}
