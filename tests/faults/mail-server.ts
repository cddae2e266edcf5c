import { once } from "node:events";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ArrivedMail = { messageId: string; to: string };

/** A site's clocks for tests that wait for mails: seconds instead of minutes. A claim is still longer than sending may take. */
const outbox = { poll: 250, claim: 12_000, firstDelay: 1000 };
// A busy machine must not look like a silent mail server: a mail that it takes late would come twice.
const smtp = { connection: 2000, greeting: 2000, silence: 5000, sending: 8000 };
const mailClocks = (longestDelay?: number) => ({ CLOCKS: JSON.stringify({ outbox: { ...outbox, longestDelay }, smtp }) });
export const quickMail = mailClocks();
/** The same where a mail fails again and again: it does not wait longer each time. */
export const steadyMail = mailClocks(2000);
/** The same where it must not be tried ten times either, after which it may be given up. */
export const patientMail = mailClocks(12_000);

/** What can be wrong with it: says nothing at all, takes a mail and says nothing more or never comes to an end, puts mails off, refuses them. */
export type Trouble = "silent" | "silent after the mail" | "endless" | "421" | "451" | "550";

/** A real SMTP server that keeps what it is given, in the order of arrival. It answers nobody before so many mails are on their way at once. */
export async function startMailServer({ port = 0, together = 1, trouble = undefined as Trouble | undefined } = {}) {
  const mails: ArrivedMail[] = [];
  const gathered = Promise.withResolvers<void>();
  let waiting = 0;
  const refusal = (code: Trouble) => Object.assign(new Error("Not now, not you"), { responseCode: Number(code) });
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 1000,
    onConnect(_session, done) {
      if (trouble === "421") done(refusal(trouble));
      else if (trouble !== "silent") done();
    },
    onRcptTo(_address, _session, done) {
      done(trouble === "550" ? refusal(trouble) : undefined);
    },
    async onData(stream, session, done) {
      // What is wrong when a mail begins is wrong until its end: the sender has given it up, and must not find it taken.
      const suffered = trouble;
      const source = await buffer(stream).catch(() => undefined);
      // The sender went away in the middle: that is no mail.
      if (!source) return done();
      if (suffered === "silent after the mail") return;
      if (suffered === "endless") return talkForEver(session.id);
      if (suffered) return done(refusal(suffered));
      const { messageId, to } = await PostalMime.parse(source);
      if (++waiting >= together) gathered.resolve();
      await gathered.promise;
      // It is ours from here on, whether or not the sender hears of it.
      mails.push({ messageId: messageId ?? "none", to: to?.[0]?.address ?? "none" });
      done();
    },
  });
  /** Lines that say that more will follow. */
  function talkForEver(sessionId: string) {
    const { connections } = server as unknown as { connections: Set<{ id: string; _socket: Socket }> };
    const socket = [...connections].find(({ id }) => id === sessionId)!._socket;
    const talking = setInterval(() => socket.write("250-One moment\r\n"), 500);
    socket.on("close", () => clearInterval(talking));
  }
  // A sender that is killed leaves its connections broken.
  server.on("error", () => {});
  const socket = server.listen(port, "127.0.0.1");
  await once(socket, "listening");
  return {
    set trouble(next: Trouble | undefined) {
      trouble = next;
    },
    url: `smtp://127.0.0.1:${(socket.address() as { port: number }).port}`,
    mails,
    /** How many different mails arrived. */
    distinct: () => new Set(mails.map(({ messageId }) => messageId)).size,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
