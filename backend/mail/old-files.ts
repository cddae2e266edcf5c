import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import { outbox } from "#backend/database/schema.ts";

const kept = 30 * 86_400_000;
const idIn = (name: string) => /([\da-f]{8}-[\da-f-]{27})\.eml$/.exec(name)?.[1] ?? "";

/** Where mails are files: erases those of some mails at once. */
export function eraseMailFiles(dataDir: string, ids: string[]) {
  const folder = join(dataDir, "mail");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (ids.includes(idIn(name))) rmSync(join(folder, name), { force: true });
}

/** Where mails are files: they go with what they were about. For a month they stay in any case, for whoever reads them there. */
export async function eraseOldMailFiles(queries: Queries, dataDir: string, now = Date.now()) {
  const folder = join(dataDir, "mail");
  if (!existsSync(folder)) return;
  const old = readdirSync(folder)
    .map((name) => ({ name, id: idIn(name) }))
    .filter(({ name, id }) => id && now - statSync(join(folder, name)).mtimeMs > kept);
  for (let from = 0; from < old.length; from += 1000) {
    const some = old.slice(from, from + 1000);
    const ids = some.map(({ id }) => id);
    const rows = await queries.select({ id: outbox.id }).from(outbox).where(inArray(outbox.id, ids));
    const present = new Set(rows.map(({ id }) => id));
    for (const { name, id } of some) if (!present.has(id)) rmSync(join(folder, name), { force: true });
  }
}
