import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ArrivedMail = { messageId: string; to: string };

/** A real SMTP server that keeps what it is given, in the order of arrival. `delay` makes it a slow one. */
export async function startMailServer({ port = 0, delay = 0 } = {}) {
  const mails: ArrivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 1000,
    async onData(stream, _session, done) {
      const source = await buffer(stream).catch(() => undefined);
      // The sender went away in the middle: that is no mail.
      if (!source) return done();
      const { messageId, to } = await PostalMime.parse(source);
      await pause(delay);
      // It is ours from here on, whether or not the sender hears of it.
      mails.push({ messageId: messageId ?? "none", to: to?.[0]?.address ?? "none" });
      done();
    },
  });
  // A sender that is killed leaves its connections broken.
  server.on("error", () => {});
  const socket = server.listen(port, "127.0.0.1");
  await once(socket, "listening");
  return {
    url: `smtp://127.0.0.1:${(socket.address() as { port: number }).port}`,
    mails,
    /** How many different mails arrived. */
    distinct: () => new Set(mails.map(({ messageId }) => messageId)).size,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
