import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A phone's connection as Lighthouse models it. */
const roundTrip = 150;
const bytesPerMs = 1_600_000 / 8 / 1000;
const packet = 1460;
/** What a server may send on a new connection before it hears from the browser: ten packets. */
const firstFlight = 10 * packet;

/**
 * A proxy that makes a server on this machine as far away as a real one: a connection takes a round trip to open, an answer another one to
 * begin, and it comes in flights that are a round trip apart and twice as large each time. All connections share one line.
 */
export async function slowLine(target: string) {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let lineIsFree = 0;

  /** Sends a flight packet by packet, as fast as the line lets it. */
  async function send(flight: Buffer, browser: Socket) {
    for (let start = 0; start < flight.length && !browser.destroyed; start += packet) {
      const part = flight.subarray(start, start + packet);
      lineIsFree = Math.max(lineIsFree, performance.now()) + part.length / bytesPerMs;
      await sleep(Math.max(0, lineIsFree - performance.now()));
      browser.write(part);
    }
  }

  const proxy = createServer(async (browser) => {
    const server = connect(Number(targetPort), hostname);
    for (const socket of [browser, server]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => (sockets.delete(socket), browser.destroy(), server.destroy()));
    }
    let waiting = Buffer.alloc(0);
    let flight = firstFlight;
    let sending = false;
    let asked = 0;
    server.on("data", async (data) => {
      waiting = Buffer.concat([waiting, data]);
      if (sending) return;
      sending = true;
      await sleep(Math.max(0, asked + roundTrip - performance.now()));
      while (waiting.length > 0 && !browser.destroyed) {
        const began = performance.now();
        const now = waiting.subarray(0, flight);
        waiting = waiting.subarray(flight);
        await send(now, browser);
        // The next flight leaves when the browser has acknowledged this one.
        if (waiting.length > 0) await sleep(Math.max(0, began + roundTrip - performance.now()));
        flight *= 2;
      }
      sending = false;
    });
    await sleep(roundTrip);
    browser.on("data", (data) => {
      asked = performance.now();
      server.write(data);
    });
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    stop() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
