import * as z from "zod/mini";
import { isUuid } from "#backend/database/uuid.ts";
import { cleanText, lengthOf, limits } from "#backend/requests/request.ts";
import { textIn } from "#backend/form-text.ts";
import { folders, told } from "#backend/requests/inbox-filters.ts";

const mostPicked = 100;

const written = (long: string) =>
  z.pipe(z.pipe(z.string(), z.transform(cleanText)), z.string().check(z.refine((text) => lengthOf(text) <= limits.messageMax, long)));
const note = written("noteLong");
/** The ids of what goes with a message. */
const files = z.array(z.guid());
/** Of a message, which is sent without it if it is none. */
const key = z.pipe(
  z.string(),
  z.transform((value) => (isUuid(value) ? value : undefined)),
);
/** Where a request goes with a reply, or nowhere. */
const move = z.pipe(
  z.union([z.literal(""), z.enum(told)]),
  z.transform((state) => state || undefined),
);
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
  z
    .object({ intent: z.literal("reply"), from: z.enum(folders), move, text: written("textLong"), files, key })
    .check(z.refine((reply) => reply.text !== "" || reply.files.length > 0, "text")),
  z.object({ intent: z.literal("end_links") }),
  z.object({ intent: z.literal("seen") }),
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
  const fields = ["from", "move", "note", "text", "assignee", "assigned", "typed", "key"].map((name) => [name, textIn(form, name)]);
  const lists = { picks: form.getAll("pick"), files: form.getAll("file") };
  const { data, error } = changeSchema.safeParse({ ...Object.fromEntries(fields), intent, value, ...lists });
  if (data && !(data.intent === "state" && data.from === data.value)) return { change: data };
  return { error: reasons.find((reason) => reason === error?.issues[0]?.message) ?? "unknown" };
}
