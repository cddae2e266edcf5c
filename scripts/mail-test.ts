import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { prepareDataFolder } from "#backend/data-folder.ts";
import { openTransport } from "#backend/mail/transport.ts";
import { StartError } from "#backend/start-error.ts";
import { readConfig } from "#server/config.ts";
import { loadEnvFile, readSettings, runStart } from "#server/start.ts";

/** What a mail about a failure needs. Any other setting, or the data folder, may be what is wrong. */
const needed = ["SMTP_URL", "MAIL_FROM", "MAIL_TO", "SITE_URL"];

/**
 * `npm run mail-test -- you@example.com`: sends one mail as the site would, and says how that went. With `--failed UNIT` it tells the agency
 * that something of the site has failed (deploy/abrente-failed@.service).
 */
await runStart(async () => {
  const [word, unit, ...more] = process.argv.slice(2);
  const isFailure = word === "--failed" && unit;
  if (!isFailure && (!word || unit || more.length > 0 || !/^[^\s@]+@[^\s@]+$/.test(word))) {
    throw new StartError("Usage: npm run mail-test -- you@example.com");
  }
  const config = isFailure ? readNeeded() : readSettings();
  const to = isFailure ? config.mail.to : word!;
  if (!isFailure) prepareDataFolder(config.dataDir);
  const { from, smtpUrl } = config.mail;
  const transport = openTransport(config);
  if (!transport) throw new StartError("The setting SMTP_URL is missing: on a public site mails wait until it is set.");
  const sentence = isFailure
    ? `${unit} has failed on ${hostname()}, which serves ${config.siteUrl}. Look there: journalctl --unit=${unit} --since=-1h`
    : `This mail was sent to try whether ${config.siteUrl} can send any. It can.`;
  try {
    await transport.send({
      messageId: `<${randomUUID()}@${new URL(config.siteUrl).hostname}>`,
      date: new Date(),
      from,
      to,
      replyTo: config.mail.to,
      subject: isFailure ? `${unit} has failed` : "A test mail",
      text: sentence,
      html: `<p>${sentence}</p>`,
    });
  } catch (error) {
    throw new StartError(`The mail was not sent: ${(error as Error).message}`);
  } finally {
    transport.close();
  }
  console.log(
    smtpUrl ? `The mail server has taken a mail from ${from} to ${to}. See whether it arrives.` : "Without SMTP_URL mails are files.",
  );
});

function readNeeded() {
  loadEnvFile();
  return readConfig(Object.fromEntries(needed.map((name) => [name, process.env[name]])));
}
