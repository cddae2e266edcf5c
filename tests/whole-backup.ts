import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { readBackup, type Head, type TableHead } from "#backend/database/backup.ts";

/** A small backup, all of it at once, to look at it and to change it. */
export type WholeBackup = {
  head: Head;
  files: Record<string, string>;
  /** What people have stored, in base64. */
  stored: Record<string, string>;
  tables: (TableHead & { rows: string[] })[];
};

export async function unpack(file: string): Promise<WholeBackup> {
  const whole: Omit<WholeBackup, "head"> & { head?: Head } = { files: {}, stored: {}, tables: [] };
  for await (const entry of readBackup(file)) {
    if ("abrenteBackup" in entry) whole.head = entry;
    else if ("base64" in entry) whole.stored[entry.file] = (whole.stored[entry.file] ?? "") + entry.base64;
    else if ("file" in entry) whole.files[entry.file] = entry.text;
    else if ("table" in entry) whole.tables.push({ ...entry, rows: [] });
    else whole.tables.at(-1)!.rows.push(...entry.rows);
  }
  return whole as WholeBackup;
}

export function pack({ head, files, stored, tables }: WholeBackup, file: string): string {
  const lines = [
    head,
    ...Object.entries(files).map(([name, text]) => ({ file: name, text })),
    ...Object.entries(stored).map(([name, base64]) => ({ file: name, base64 })),
    ...tables.flatMap(({ rows, ...table }) => [table, ...rows]),
  ];
  writeFileSync(file, gzipSync(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("")));
  return file;
}
