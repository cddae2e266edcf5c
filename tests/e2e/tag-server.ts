import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What a page told the tags: a command of gtag as an array, an event as an object. */
export type Told = unknown[] | Record<string, unknown>;

/** Stands for Google Tag Manager: its script sends back all that the data layer holds, in order, and stores what it is granted. */
export async function startTagServer() {
  const told: Told[] = [];
  let loads = 0;
  const server = createServer(async (request, response) => {
    const { pathname, origin } = new URL(request.url!, `http://${request.headers.host}`);
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    if (pathname === "/gtm.js") {
      loads++;
      return void response.setHeader("Content-Type", "text/javascript").end(script(origin));
    }
    if (pathname === "/collect") told.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, told, loads: () => loads, stop: () => server.close().closeAllConnections() };
}

const script = (origin: string) => `
  const waiting = [];
  const post = (body) => fetch("${origin}/collect", { method: "POST", body, keepalive: true });
  let isSending = false;
  const sendAll = async () => {
    if (isSending) return;
    isSending = true;
    while (waiting.length) await post(waiting.shift());
    isSending = false;
  };
  addEventListener("pagehide", () => waiting.splice(0).forEach(post));
  const send = (entry) => {
    waiting.push(JSON.stringify(Object.prototype.toString.call(entry) === "[object Arguments]" ? [...entry] : entry));
    sendAll();
  };
  const hear = (entry) => {
    send(entry);
    if (entry[0] !== "consent") return;
    if (entry[2].analytics_storage === "granted") document.cookie = "_ga=GA1.1.1; Path=/; Max-Age=1000";
    if (entry[2].ad_storage === "granted") document.cookie = "_gcl_au=1.1; Path=/; Max-Age=1000";
  };
  const layer = window.dataLayer;
  layer.forEach(hear);
  const push = layer.push.bind(layer);
  layer.push = (...entries) => (entries.forEach(hear), push(...entries));
`;
