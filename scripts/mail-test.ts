import { randomUUID } from "node:crypto";
import { prepareDataFolder } from "#backend/data-folder.ts";
import { openTransport } from "#backend/mail/transport.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";

/** `npm run mail-test -- you@example.com`: sends one mail as the site would, and says how that went. */
await runStart(async () => {
  const [to, ...more] = process.argv.slice(2);
  if (!to || more.length > 0 || !/^[^\s@]+@[^\s@]+$/.test(to)) throw new StartError("Usage: npm run mail-test -- you@example.com");
  const config = readSettings();
  prepareDataFolder(config.dataDir);
  const { from, smtpUrl } = config.mail;
  const transport = openTransport(config);
  if (!transport) throw new StartError("The setting SMTP_URL is missing: on a public site mails wait until it is set.");
  const sentence = `This mail was sent to try whether ${config.siteUrl} can send any. It can.`;
  try {
    await transport.send({
      messageId: `<${randomUUID()}@${new URL(config.siteUrl).hostname}>`,
      date: new Date(),
      from,
      to,
      replyTo: config.mail.to,
      subject: "A test mail",
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
