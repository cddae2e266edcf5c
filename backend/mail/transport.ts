import { join } from "node:path";
import { createTransport } from "nodemailer";
import { makeFolderDurably, writeDurably } from "#backend/durable-files.ts";
import type { Settings } from "#backend/settings.ts";
import { logo } from "./logo.ts";

type Address = string | { name: string; address: string };

export type Message = {
  messageId: string;
  /** The mail that its reader had before it in the same conversation, and all of them. */
  inReplyTo?: string;
  references?: string[];
  date: Date;
  from: string;
  to: Address;
  replyTo: Address;
  subject: string;
  html: string;
  text: string;
};

export type Transport = {
  /** Whether mails could be sent now; the error says why not. */
  verify(): Promise<unknown>;
  send(message: Message): Promise<void>;
  close(): void;
};

/** By SMTP where SMTP_URL says so, otherwise into files; on a public site there is no way then: nobody would look for a file. */
export function openTransport({ mail: { smtpUrl }, dataDir, isPublic, clocks }: MailSettings): Transport | undefined {
  if (smtpUrl) return smtp(smtpUrl, clocks.smtp);
  return isPublic ? undefined : files(join(dataDir, "mail"));
}

type MailSettings = Pick<Settings, "mail" | "dataDir" | "isPublic" | "clocks">;

function smtp(url: string, { connection, greeting, silence, dns, sending }: Settings["clocks"]["smtp"]): Transport {
  const patience = { connectionTimeout: connection, greetingTimeout: greeting, socketTimeout: silence, dnsTimeout: dns };
  const open = () => createTransport({ url: withTls(url), pool: true, maxConnections: 10, maxMessages: 200, ...patience });
  let mailer = open();
  return {
    verify: () => mailer.verify(),
    async send(message) {
      const used = mailer;
      // One that answers a little now and then is never silent. It would hold its connections, and all mails after this one, for ever.
      const deadline = setTimeout(() => {
        if (mailer === used) mailer = open();
        used.close({ force: true });
      }, sending);
      try {
        await used.sendMail({ ...message, ...always, attachments: [logo] });
      } finally {
        clearTimeout(deadline);
      }
    },
    close: () => mailer.close(),
  };
}

/** A password is not sent in the clear, unless the address says `?requireTLS=false`, as for a mail server on the same machine. */
function withTls(address: string): string {
  const url = new URL(address);
  if (url.password && !url.searchParams.has("requireTLS")) url.searchParams.set("requireTLS", "true");
  return url.href;
}

/** For trying things out: where nobody else reads along, so that links which sign people in can be printed. */
function files(folder: string): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  makeFolderDurably(folder);
  return {
    async verify() {},
    async send(message) {
      const { message: source } = await mailer.sendMail({ ...message, ...always, attachments: [logo] });
      // Sent again, it is the same file.
      const time = message.date.toISOString().slice(0, 19).replaceAll(":", "-");
      const file = join(folder, `${time}-${message.messageId.slice(1).split("@")[0]}.eml`);
      writeDurably(file, source as Buffer);
      const links = message.text.match(/https?:\/\/\S+/g);
      if (links) console.log(`\n  A mail was written to ${file}\n  "${message.subject}": ${links.join(" ")}\n`);
    },
    close() {},
  };
}

/** No absence notice should answer and be answered; a mail brings nothing from files or the network. */
const always = { headers: { "Auto-Submitted": "auto-generated" }, disableFileAccess: true, disableUrlAccess: true };
