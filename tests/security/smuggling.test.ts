import { connect } from "node:net";
import { expect, test } from "vitest";
import { onSite } from "../site.ts";
import { sendRaw } from "./raw.ts";

/** What a proxy might read as one request and we as two, or the other way round. Behind each waits a second request. */
const second = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** A request with these headers and this body, as a form of a page. */
function post(headers: string[], body: string): string {
  return ["POST /login HTTP/1.1", "Host: localhost", "Content-Type: application/x-www-form-urlencoded", ...headers, "", body].join("\r\n");
}

const chunks = "3\r\na=b\r\n0\r\n\r\n";

const twoLengths: Record<string, string> = {
  "a length and chunks": post(["Content-Length: 4", "Transfer-Encoding: chunked"], chunks),
  "chunks and a length": post(["Transfer-Encoding: chunked", "Content-Length: 4"], chunks),
  "chunks and a length of nothing": post(["Transfer-Encoding: chunked", "Content-Length: 0"], chunks),
  "two lengths that differ": post(["Content-Length: 3", "Content-Length: 30"], "a=b"),
  "the same length twice": post(["Content-Length: 3", "Content-Length: 3"], "a=b"),
  "two lengths in one line": post(["Content-Length: 3, 3"], "a=b"),
  "a length with a sign": post(["Content-Length: +3"], "a=b"),
  "a length below nothing": post(["Content-Length: -3"], "a=b"),
  "a length in another base": post(["Content-Length: 0x3"], "a=b"),
  "a length in two words": post(["Content-Length: 3 0"], "a=b"),
  "a length beyond counting": post(["Content-Length: 99999999999999999999999"], "a=b"),
  "an encoding that is none": post(["Transfer-Encoding: xchunked"], chunks),
  "an encoding twice": post(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], chunks),
  "chunks that are not the last encoding": post(["Transfer-Encoding: chunked, gzip"], chunks),
  "a tab in the encoding": post(["Transfer-Encoding: \x0bchunked"], chunks),
  "a space before the colon": post(["Transfer-Encoding : chunked"], chunks),
  "an encoding on the next line": post(["Transfer-Encoding:", " chunked"], chunks),
  "a name that is hidden by a fold": post(["X: y", " Transfer-Encoding: chunked"], "a=b"),
};

const badChunks: Record<string, string> = {
  "a size that is no number": "Z\r\na=b\r\n0\r\n\r\n",
  "a size below nothing": "-3\r\na=b\r\n0\r\n\r\n",
  "a size with a prefix": "0x3\r\na=b\r\n0\r\n\r\n",
  "a size beyond counting": "fffffffffffffffff\r\na=b\r\n0\r\n\r\n",
  "no size": "\r\na=b\r\n0\r\n\r\n",
  "a chunk longer than it says": "2\r\na=b\r\n0\r\n\r\n",
  "lines that end without a return": "3\na=b\n0\n\n",
  "a return alone in an extension": "3;a\rb\r\na=b\r\n0\r\n\r\n",
};

const badHeads: Record<string, string> = {
  "no host": "GET /healthz HTTP/1.1\r\n\r\n",
  "a folded header": "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n",
  "a folded host": "GET /healthz HTTP/1.1\r\nHost:\r\n localhost\r\n\r\n",
  "a header before the first": "GET /healthz HTTP/1.1\r\n X: a\r\nHost: localhost\r\n\r\n",
  "a header without a name": "GET /healthz HTTP/1.1\r\nHost: localhost\r\n: a\r\n\r\n",
  "a header without a colon": "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX\r\n\r\n",
  "a space in a name": "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX Y: a\r\n\r\n",
  "a zero in a name": "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX\0: a\r\n\r\n",
  "a zero in a value": "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n",
  "a return alone in a value": "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n",
  "another protocol": "GET /healthz HTTQ/1.1\r\nHost: localhost\r\n\r\n",
  "another version": "GET /healthz HTTP/3.7\r\nHost: localhost\r\n\r\n",
  "the beginning of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "a third word in the line": "GET /healthz x HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "a method that is none": "G\x01T /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "no method": "/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
};

onSite((site) => {
  test("two requests that are as they should be get two answers", async () => {
    for (const request of [post(["Content-Length: 3"], "a=b"), post(["Transfer-Encoding: chunked"], chunks)]) {
      expect(await sendRaw(site(), request + second, { answers: 2 })).toMatchObject({ statuses: [400, 200], closed: false });
    }
  });

  test.each(Object.entries({ ...twoLengths, ...badHeads }))("%s is refused, and what follows is not read", async (_name, request) => {
    const { statuses, closed, answer } = await sendRaw(site(), request + second);
    expect({ statuses, closed }, answer).toEqual({ statuses: [400], closed: true });
    expect(answer).not.toMatch(/node_modules|\bat \S+ \(|llhttp|HPE_/);
  });

  test.each(Object.entries(badChunks))("a body in chunks with %s is refused, and what follows is not read", async (_name, body) => {
    for (const path of ["/login", "/contact", "/theme", "/auth/v1/token?grant_type=password"]) {
      const request = post(["Transfer-Encoding: chunked", `apikey: ${site().keys.publishableKey}`], body).replace("/login", path);
      const { statuses, closed, answer } = await sendRaw(site(), request + second);
      expect({ statuses, closed }, `${path}: ${answer}`).toEqual({ statuses: [400], closed: true });
    }
  });

  test("two hosts are refused, on pages and at the accounts", async () => {
    for (const path of ["/healthz", "/", "/login", "/auth/v1/health"]) {
      for (const hosts of [
        ["localhost", "evil.example"],
        ["evil.example", "localhost"],
        ["localhost", "localhost"],
      ]) {
        const request = [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), "Connection: close", "", ""].join("\r\n");
        expect((await sendRaw(site(), request)).statuses, `${path} ${hosts}`).toEqual([400]);
      }
    }
  });

  test("a sender who goes away in the middle of a body is no fault of ours", async () => {
    for (const headers of [["Content-Length: 1000"], ["Transfer-Encoding: chunked"]]) {
      for (const path of ["/login", "/contact", "/theme", "/consent", "/auth/v1/otp"]) {
        const request = post([...headers, `apikey: ${site().keys.publishableKey}`], "3e8\r\na=b").replace("/login", path);
        await sendRaw(site(), request, { first: 50 });
      }
    }
  });

  test("a head that does not end is refused when it is too long", async () => {
    for (const head of [
      `GET /${"a".repeat(70_000)}`,
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(70_000)}`,
      `GET / HTTP/1.1\r\n${"X: a\r\n".repeat(5000)}`,
    ]) {
      expect(await sendRaw(site(), head)).toMatchObject({ statuses: [431], closed: true });
    }
  });

  test("who asks on and on without waiting for the answers is cut off", async () => {
    const { statuses, closed } = await sendRaw(site(), "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1500));
    expect(statuses.length).toBeLessThanOrEqual(101);
    expect(closed).toBe(true);
  });

  test("who reads the answers may go on asking two at a time", async () => {
    const connection = connect(Number(new URL(site().url).port), "127.0.0.1");
    let answers = 0;
    connection.write(second.repeat(2));
    for await (const data of connection) {
      answers += String(data).split("HTTP/1.1 200 ").length - 1;
      if (answers >= 300) break;
      if (answers % 2 === 0) connection.write(second.repeat(2));
    }
    expect(answers).toBeGreaterThanOrEqual(300);
  });

  test("the server goes on, and has not complained", async () => {
    expect((await fetch(`${site().url}/healthz`)).status).toBe(200);
    expect(
      site()
        .output()
        .split("\n")
        .filter((line) => line.includes('"level":50')),
    ).toEqual([]);
  });
}, {});
