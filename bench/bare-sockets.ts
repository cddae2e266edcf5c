import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

/** Passes each message on to all others, and does nothing else: what bench/realtime.ts compares with. Says its port. */
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
server.on("listening", () => console.log((server.address() as AddressInfo).port));
server.on("connection", (socket) => {
  socket.once("message", () => {
    socket.send("joined");
    socket.on("message", (data) => {
      for (const other of server.clients) if (other !== socket) other.send(data, { binary: true });
    });
  });
});
