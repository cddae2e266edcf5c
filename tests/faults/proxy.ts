import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A network between the server and another one, which can swallow everything without a word. */
export async function startProxy(target: URL) {
  let isOpen = true;
  const sockets = new Set<Socket>();
  const door = createServer((inner) => {
    keep(inner);
    // Whoever comes while it hangs gets no answer, ever; those who come later do.
    if (!isOpen) return;
    const outer = connect(Number(target.port), target.hostname);
    keep(outer);
    inner.on("data", (data) => isOpen && outer.write(data));
    outer.on("data", (data) => isOpen && inner.write(data));
    inner.on("close", () => outer.destroy());
    outer.on("close", () => isOpen && inner.destroy());
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  onTestFinished(() => {
    door.close();
    for (const socket of sockets) socket.destroy();
  });

  function keep(socket: Socket) {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  }

  return {
    port: (door.address() as AddressInfo).port,
    hang: () => void (isOpen = false),
    /** Connections that were there have lost what was sent meanwhile, as after a firewall forgot them. */
    resume: () => void (isOpen = true),
  };
}
