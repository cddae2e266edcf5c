import type { Handler } from "hono";
import type { Backend } from "#backend/backend.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "#server/http/env.ts";

const hour = 3600;

type Parts = { config: Config; backend: Backend; isStopping(): boolean };

/** Whether visitors can be sent here, and in words what somebody should look into. */
export function readiness({ config, backend, isStopping }: Parts): Handler<Env> {
  return async (c) => {
    if (isStopping()) return c.text("The server is stopping.", 503);
    if (!(await backend.isReady())) return c.text("The database does not answer.", 503);
    return c.text(["ready", ...(await mailTrouble(config, backend))].join("\n"));
  };
}

async function mailTrouble({ mail, isPublic }: Config, backend: Backend): Promise<string[]> {
  const { mails, oldestMail, mailbox } = await backend.health();
  return [
    ...(isPublic && !mail.smtpUrl ? ["Mails wait: the setting SMTP_URL is missing."] : []),
    ...(oldestMail > hour ? [`A mail has been waiting for ${Math.round(oldestMail / hour)} h.`] : []),
    ...(mailbox ? ["The mailbox of IMAP_URL cannot be read."] : []),
    ...(mails.failed > 0 ? [`${mails.failed} mails were given up.`] : []),
  ];
}
