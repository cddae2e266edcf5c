import * as z from "zod/mini";
import { cleanText, lengthOf } from "#backend/requests/request.ts";
import { textIn } from "#backend/form-text.ts";
import { folders, told } from "#backend/requests/inbox-filters.ts";

export const noteMax = 5000;
const mostPicked = 100;

const written = (long: string) =>
  z.pipe(z.pipe(z.string(), z.transform(cleanText)), z.string().check(z.refine((text) => lengthOf(text) <= noteMax, long)));
const note = written("noteLong");
const text = z.pipe(written("textLong"), z.string().check(z.minLength(1, "text")));
/** An administrator, or nobody. */
const assignee = z.pipe(
  z.union([z.literal(""), z.guid()]),
  z.transform((id) => id || null),
);
/** The requests that were ticked, and in which folder they were seen. */
const picks = z
  .array(
    z.pipe(
      z.transform((pick: unknown) => ({ id: String(pick).split(":")[0], from: String(pick).split(":")[1] })),
      z.object({ id: z.guid(), from: z.enum(folders) }),
    ),
  )
  .check(z.minLength(1, "none"), z.maxLength(mostPicked));

/** What the forms of the inbox ask for. Each error is the name of its message in the texts. */
const changeSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("note"), note: z.pipe(note, z.string().check(z.minLength(1, "note"))) }),
  z.object({ intent: z.literal("state"), from: z.enum(folders), value: z.enum(folders), note }),
  z.object({ intent: z.literal("tell"), from: z.enum(folders), value: z.enum(told), text }),
  z.object({ intent: z.literal("assign"), assignee, assigned: assignee }),
  z.object({ intent: z.literal("again"), value: z.guid() }),
  z.object({ intent: z.literal("resend") }),
  z.object({ intent: z.literal("move"), value: z.enum(folders), picks }),
  z.object({ intent: z.literal("give"), assignee, picks }),
  z.object({ intent: z.literal("erase"), typed: z.string() }),
]);

export type Asked = z.output<typeof changeSchema>;

const reasons = ["note", "noteLong", "text", "textLong", "none"] as const;

/** The buttons say what they do and with what: `state:won`, `again:` and the id of a mail. */
export function readChange(form: FormData): { change: Asked } | { error: (typeof reasons)[number] | "unknown" } {
  const [intent, value] = textIn(form, "intent").split(":");
  const fields = ["from", "note", "text", "assignee", "assigned", "typed"].map((name) => [name, textIn(form, name)]);
  const { data, error } = changeSchema.safeParse({ ...Object.fromEntries(fields), intent, value, picks: form.getAll("pick") });
  if (data && !("from" in data && data.from === data.value)) return { change: data };
  return { error: reasons.find((reason) => reason === error?.issues[0]?.message) ?? "unknown" };
}
