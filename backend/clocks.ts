import { z } from "zod";

const minute = 60_000;
const hour = 60 * minute;

/** How long the server waits for what: all in milliseconds, and all here. */
export const clocks = {
  outbox: {
    /** How often the outbox is looked at when nobody says that there is something new. */
    poll: 5000,
    /** A mail that was taken is nobody else's for this long. Sending it is given up before (smtp.sending). */
    claim: minute,
    /** A mail that could not be sent waits for this long, then for twice as long, four times … */
    firstDelay: minute,
    longestDelay: 6 * hour,
    /** … until it is this old. */
    givenUp: 7 * 24 * hour,
  },
  /** A mail server that is silent for longer is given up, and so is one that does not come to an end. */
  smtp: { connection: 10_000, greeting: 10_000, silence: 20_000, dns: 5000, sending: 40_000 },
  /** The mailbox of IMAP_URL, which answers by mail come to. */
  mailbox: {
    /** How often it is looked at when it does not say that there is something new. */
    poll: 20_000,
    /** The copy of the site that reads it has it for this long, and again each time it looks. */
    lease: minute,
    /** A server that is silent for longer is given up, and so is one that does not come to an end. */
    connection: 10_000,
    greeting: 10_000,
    silence: 30_000,
    answer: 2 * minute,
    /** One that cannot be read is tried again after this long, then after twice as long, four times … */
    firstDelay: 5000,
    longestDelay: 5 * minute,
  },
  /** Clients that are slower hold a connection for nothing. The largest form is 256 KB. */
  sockets: {
    headers: 20_000,
    request: minute,
    /** How often the two above are looked at. */
    check: 5000,
    /** Nothing is sent or read. A client that does not read is noticed after twice the time. */
    silence: 45_000,
  },
  realtime: {
    /** How often the following are looked at. */
    sweep: 5000,
    /** Nothing was heard of a client. It speaks every 30 s, in a page that nobody looks at every minute. */
    silence: 75_000,
    /** A socket without a channel. A client keeps one for a minute, for the next channel. */
    unused: 90_000,
    /** How often it is asked whether the sessions of those who listen are still open. */
    sessions: minute,
    /** Where the database cannot tell that there is something new, it is looked for. */
    poll: 1000,
    /** That it cannot is known when something that was told has not arrived. */
    probe: 3000,
    /** A copy of the server says that it lives; those who were there by one that has not said so for three times as long are gone. */
    alive: 10_000,
  },
  /** Whoever has signed in since need not show again that it is them before they change how they sign in. */
  recentSignIn: 10 * minute,
  /** Running requests get this long to finish when the server is told to stop. */
  stop: 10_000,
};

export type Clocks = typeof clocks;

const wait = z.number().int().positive();
const shortened = z.strictObject({
  outbox: waitsOf(clocks.outbox),
  smtp: waitsOf(clocks.smtp),
  mailbox: waitsOf(clocks.mailbox),
  sockets: waitsOf(clocks.sockets),
  realtime: waitsOf(clocks.realtime),
  recentSignIn: wait.optional(),
  stop: wait.optional(),
});

/** Some of a group's names, and no others. */
function waitsOf<Name extends string>(group: Record<Name, number>) {
  return z.partialRecord(z.enum(Object.keys(group) as Name[]), wait).default({});
}

/** The clocks with those of the setting CLOCKS, as JSON: tests of the built server shorten them. Undefined where it makes no sense. */
export function readClocks(setting = "{}"): Clocks | undefined {
  try {
    const { outbox, smtp, mailbox, sockets, realtime, recentSignIn, stop } = shortened.parse(JSON.parse(setting));
    return {
      outbox: { ...clocks.outbox, ...outbox },
      smtp: { ...clocks.smtp, ...smtp },
      mailbox: { ...clocks.mailbox, ...mailbox },
      sockets: { ...clocks.sockets, ...sockets },
      realtime: { ...clocks.realtime, ...realtime },
      recentSignIn: recentSignIn ?? clocks.recentSignIn,
      stop: stop ?? clocks.stop,
    };
  } catch {
    return undefined;
  }
}
