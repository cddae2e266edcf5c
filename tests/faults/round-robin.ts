import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A proxy that hands each request to the next copy, and says who asked. The copies may be named after it listens. */
export async function startRoundRobin() {
  const ports: number[] = [];
  let turn = 0;
  const proxy = createServer((incoming, answer) => {
    const onward = request({
      host: "127.0.0.1",
      port: ports[turn++ % ports.length],
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress, "x-forwarded-proto": "http" },
    });
    onward.on("response", (response) => response.pipe(answer.writeHead(response.statusCode!, response.rawHeaders)));
    onward.on("error", () => answer.writeHead(502).end());
    incoming.pipe(onward);
  });
  // A socket stays with the copy that it was handed to.
  proxy.on("upgrade", (incoming, socket, head) => {
    const { headers, url, method } = incoming;
    const onward = request({ host: "127.0.0.1", port: ports[turn++ % ports.length], method, path: url, headers });
    onward.on("upgrade", (response, there, first) => {
      const lines = Array.from({ length: response.rawHeaders.length / 2 }, (_, n) =>
        response.rawHeaders.slice(2 * n, 2 * n + 2).join(": "),
      );
      socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
      there.unshift(first);
      socket.unshift(head);
      there.on("error", () => socket.destroy()).on("close", () => socket.destroy());
      socket.on("error", () => there.destroy()).on("close", () => there.destroy());
      there.pipe(socket).pipe(there);
    });
    onward.on("response", () => socket.destroy()).on("error", () => socket.destroy());
    onward.end();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, ports };
}
