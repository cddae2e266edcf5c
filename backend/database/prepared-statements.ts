import { protocol } from "@electric-sql/pglite";

const { serialize } = protocol;

/** Sends a message of Postgres' protocol, or several in one; gives what is answered. */
type Send = (message: Uint8Array) => Promise<Answer[]>;
type Answer = { name: string };

type Statement = {
  name: string;
  /** What Postgres says of its parameters and of its columns. */
  described: Answer[];
};

/** How many are kept, and how long a text may be. */
const most = 300;
const longestText = 10_000;

/**
 * PGlite asks everything in six messages, and Postgres reads the statement anew each time: half of what a short one costs. A
 * statement that comes a second time is prepared here under a name, and asked in one message from then on. This stands between PGlite
 * and its Postgres, which has one session, and answers itself what is known already. Plans are not kept (connection.ts): they are made
 * for the values, and for tables as large as they are now.
 */
export class PreparedStatements {
  /** By their text; the one that was asked last comes last. */
  readonly #kept = new Map<string, Statement>();
  /** Texts that came once. */
  readonly #seen = new Set<string>();
  #count = 0;
  /** What is being asked, if it is prepared, and with which values. */
  #current?: Statement;
  #bound?: Uint8Array;
  /** Postgres waits for the next question. */
  #isReady = false;

  async ask(message: Uint8Array, send: Send): Promise<Answer[]> {
    switch (String.fromCharCode(message[0]!)) {
      // A script.
      case "Q":
        await this.#forgetIfChanging(textAt(message, 5), send);
        this.#isReady = true;
        return send(message);
      // The messages of a statement, in their order.
      case "P":
        this.#isReady = false;
        this.#current = await this.#prepare(message, send);
        return this.#current ? [] : send(message);
      case "B":
        if (!this.#current) return send(message);
        this.#bound = naming(message, this.#current.name);
        return [];
      case "D":
        if (!this.#current) return send(message);
        return message[5] === ofStatement ? this.#current.described : this.#current.described.filter(isColumns);
      case "E":
        if (!this.#current) return send(message);
        this.#isReady = true;
        return send(joined(this.#bound!, message, serialize.sync()));
      case "S":
        return this.#isReady ? [] : send(message);
      default:
        return send(message);
    }
  }

  async #prepare(message: Uint8Array, send: Send): Promise<Statement | undefined> {
    this.#current = undefined;
    const text = textAt(message, 6);
    await this.#forgetIfChanging(text, send);
    if (!questions.test(text) || text.length > longestText) return;
    const kept = this.#kept.get(text);
    this.#kept.delete(text);
    if (kept) {
      this.#kept.set(text, kept);
      return kept;
    }
    if (!this.#seen.delete(text)) {
      if (this.#seen.size === most) this.#seen.clear();
      this.#seen.add(text);
      return;
    }
    const name = this.#kept.size < most ? `kept ${++this.#count}` : this.#dropOldest();
    const described = await send(
      joined(serialize.close({ type: "S", name }), serialize.parse({ text, name }), serialize.describe({ type: "S", name })),
    );
    const statement = { name, described };
    this.#kept.set(text, statement);
    return statement;
  }

  #dropOldest(): string {
    const [text, { name }] = this.#kept.entries().next().value!;
    this.#kept.delete(text);
    return name;
  }

  /** The columns of a statement may be others after it. */
  async #forgetIfChanging(text: string, send: Send) {
    if (this.#kept.size === 0 || unchanging.test(text)) return;
    await send(serialize.query("deallocate all"));
    this.#kept.clear();
  }
}

const questions = /^\s*(select|insert|update|delete|with)\b/i;
const unchanging =
  /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|set|reset|listen|unlisten|vacuum|analyze)\b/i;

const ofStatement = "S".charCodeAt(0);

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Texts end with a zero. */
function textAt(message: Uint8Array, start: number): string {
  return decoder.decode(message.subarray(start, message.indexOf(0, start)));
}

function isColumns({ name }: Answer): boolean {
  return name === "rowDescription";
}

/** A message that binds values, with the name of a statement where it has none: after the letter, its length and a portal without a name. */
function naming(message: Uint8Array, name: string): Uint8Array {
  const named = joined(message.subarray(0, 6), encoder.encode(name), message.subarray(6));
  new DataView(named.buffer).setUint32(1, named.length - 1);
  return named;
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
