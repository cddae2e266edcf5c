import * as z from "zod/mini";
import { cleanText, lengthOf } from "#backend/requests/request.ts";
import { textIn } from "#backend/form-text.ts";
import { folders } from "#backend/requests/inbox-filters.ts";

export const noteMax = 5000;

const note = z.pipe(
  z.pipe(z.string(), z.transform(cleanText)),
  z.string().check(z.refine((text) => lengthOf(text) <= noteMax, "noteLong")),
);

/** What the forms beside a request ask for. Each error is the name of its message in the texts. */
const changeSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("note"), note: z.pipe(note, z.string().check(z.minLength(1, "note"))) }),
  z.object({ intent: z.literal("state"), from: z.enum(folders), value: z.enum(folders), note }),
  z.object({ intent: z.literal("again"), value: z.guid() }),
]);

type Asked = z.output<typeof changeSchema>;

/** The buttons say what they do and with what: `state:won`, `again:` and the id of a mail. */
export function readChange(form: FormData): { change: Asked } | { error: "note" | "noteLong" | "unknown" } {
  const [intent, value] = textIn(form, "intent").split(":");
  const { data, error } = changeSchema.safeParse({ intent, value, from: textIn(form, "from"), note: textIn(form, "note") });
  if (data && !(data.intent === "state" && data.from === data.value)) return { change: data };
  const reason = error?.issues[0]?.message;
  return { error: reason === "note" || reason === "noteLong" ? reason : "unknown" };
}
