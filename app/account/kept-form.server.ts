import { hkdfSync } from "node:crypto";
import { seal, unseal } from "#backend/sealing.ts";

const longest = 60 * 60_000;

/** What somebody sent, for as long as something else is asked of them. Sealed, because it may hold a new password, which no page says again. */
export function keepForm(secretKey: string, userId: string, form: FormData): string {
  const fields = [...form].filter(([, value]) => typeof value === "string");
  return seal(keyOf(secretKey, userId), JSON.stringify({ fields, at: Date.now() }));
}

/** The form again, for whoever sent it; nothing when it is another's, too old, or none at all. */
export function openKeptForm(secretKey: string, userId: string, kept: string): FormData | undefined {
  try {
    const { fields, at } = JSON.parse(unseal(keyOf(secretKey, userId), kept)) as { fields: [string, string][]; at: number };
    if (Date.now() - at > longest) return;
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return form;
  } catch {
    return undefined;
  }
}

/** From the key that both kinds of accounts have; for one person each. */
function keyOf(secretKey: string, userId: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `kept form ${userId}`, 32));
}
