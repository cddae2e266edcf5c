import type { Logger } from "pino";
import { todaysHashes } from "#backend/address-hashes.ts";
import type { Queries } from "#backend/database/connection.ts";
import { countAttempt } from "#backend/rate-limit.ts";
import type { AuthMailPayload } from "#backend/database/schema.ts";
import type { Settings } from "#backend/settings.ts";
import type { DueMail } from "./compose.tsx";

const hour = 3600;
const day = 24 * hour;

/**
 * Every mail passes here before it leaves. Anybody can make us write to an address that they type, so one mailbox gets no more than a person
 * needs in a day, and all together no more than an agency has to say in an hour. What is above is held, where the agency sees it.
 */
export function mailGovernor(queries: Queries, { mailLimits: { perRecipient, perHour } }: Pick<Settings, "mailLimits">, log: Logger) {
  let lastSaid = 0;

  return async function mayLeave(mail: DueMail & { attempts: number }): Promise<boolean> {
    // It was counted when it was tried first. What goes to the agency is what the whole site is for, and what it writes itself no stranger causes.
    if (mail.attempts > 1 || mail.kind === "notice" || mail.kind === "answer" || mail.kind === "reply") return true;
    const letter = mail.kind === "auth" ? (mail.payload as AuthMailPayload | null) : null;
    // Nobody but who is in the account can cause it, and whoever broke in must not be able to silence it with other mails.
    if (letter?.letter === "changed" || letter?.letter === "recovery_code_used" || letter?.letter === "deleted") return true;
    const recipient = mail.kind === "auth" ? letter?.to : mail.about?.request.email;
    const [mailbox] = await todaysHashes(queries, (recipient ?? "").toLowerCase());
    const most = mail.kind === "receipt" ? Math.ceil(perRecipient / 4) : perRecipient;
    const isTooMuch =
      (await countAttempt(queries, `mail ${mail.kind} ${mailbox}`, { most, seconds: day })) !== undefined ||
      (await countAttempt(queries, `mail ${mail.kind}`, { most: perHour, seconds: hour })) !== undefined;
    if (isTooMuch && Date.now() - lastSaid > hour * 1000) {
      lastSaid = Date.now();
      log.warn({ mail: mail.id, kind: mail.kind }, "mails are held back: too many for one mailbox in a day, or in all in an hour");
    }
    return !isTooMuch;
  };
}
