import type { User } from "@supabase/supabase-js";
import { siteContext, backendContext } from "#app/context.ts";
import { isAnothers } from "#app/account/guard.server.ts";
import type { Args } from "#app/account/server-client.server.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { readForm } from "#backend/form-text.ts";
import { StorageAway } from "#backend/requests/file-store.ts";
import { mostFiles } from "#backend/requests/file-types.ts";
import { dropUnsent, storeFile, type Adder, type FileParts, type Refusal } from "#backend/requests/files.ts";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";

type Place = { requestId: string; adder: Adder; user?: User };
type Problem = { name: string; why: Refusal | "away" | "many" };

/**
 * The form of a message: the ids of its files are its fields `file`. What comes with it, without JavaScript, is kept first, so that nothing of
 * it is lost where the form comes back; `problem` says what of it was not.
 */
export async function readMessageForm({ request, context }: Args, { requestId, adder, user }: Place, text: Content["files"]) {
  const parts: FileParts = context.get(backendContext);
  const kept: string[] = [];
  const problems: Problem[] = [];
  const form = await readForm(request, async ({ field, name, bytes }, before) => {
    if (field !== "files" || (user && isAnothers(before, user))) return;
    const why = kept.length >= mostFiles ? "many" : await keep(name, bytes);
    if (why) problems.push({ name, why });
  });
  const ticked = new Set(form.getAll("file"));
  const unticked = form.getAll("listed").filter((id) => isUuid(id) && !ticked.has(id)) as string[];
  await dropUnsent(parts.queries, requestId, unticked, adder);
  for (const id of kept) form.append("file", id);
  const problem = problems.map(({ name, why }) => fill(text.errors.named, { name, why: text.errors[why] })).join("\n");
  return { form, problem: problem || undefined };

  async function keep(name: string, body: AsyncIterable<Uint8Array>): Promise<Problem["why"] | undefined> {
    try {
      const added = await storeFile(parts, { ...adder, requestId, name, body });
      if ("refused" in added) return added.refused;
      kept.push(added.file.id);
    } catch (error) {
      if (!(error instanceof StorageAway)) throw error;
      context.get(siteContext).report?.(error);
      return "away";
    }
  }
}

/** The ids of the files that a message is to go with. */
export function filesIn(form: FormData): string[] {
  return form.getAll("file").filter(isUuid) as string[];
}
