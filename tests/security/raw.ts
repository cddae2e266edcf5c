import { connect } from "node:net";
import type { Site } from "../site.ts";

export type Heard = {
  answer: string;
  /** The status of each answer: there may be none, or one too many. */
  statuses: number[];
  /** Whether the server closed the connection. */
  closed: boolean;
};

/** How long to wait, in milliseconds, for the beginning of an answer, and for more of it; or for how many answers. */
type Patience = { first?: number; more?: number; answers?: number };

/** Sends bytes as they are, which no client library would, and listens until the server closes the connection or has been silent. */
export function sendRaw(
  { url }: Pick<Site, "url">,
  bytes: string | Buffer,
  { first = 60_000, more = 60_000, answers = Infinity }: Patience = {},
): Promise<Heard> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
    const heard = (closed: boolean): Heard => {
      const answer = Buffer.concat(chunks).toString("latin1");
      return { answer, statuses: [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), closed };
    };
    const end = (closed: boolean) => {
      socket.destroy();
      resolve(heard(closed));
    };
    socket.setTimeout(first, () => end(false));
    socket.on("data", (data) => {
      chunks.push(data);
      socket.setTimeout(more);
      if (heard(false).statuses.length >= answers) end(false);
    });
    socket.on("error", () => end(true));
    socket.on("close", () => end(true));
  });
}

/** A request line and headers that no client library would send; the connection ends with the answer. */
export function ask(site: Pick<Site, "url">, line: string, headers: string[] = []): Promise<Heard> {
  return sendRaw(site, [`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n"));
}
