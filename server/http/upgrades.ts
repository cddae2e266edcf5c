import type { IncomingMessage, Server } from "node:http";
import type { Logger } from "pino";
import { refuseSocket, type Realtime } from "#backend/realtime/realtime.ts";
import type { Config } from "#server/config.ts";
import { clientOf } from "./forwarded.ts";
import { isOurs } from "./same-origin.ts";

const path = "/realtime/v1/websocket";

/** Whoever asks for an upgrade elsewhere gets what is there without. */
export const upgradeOptions = { shouldUpgradeCallback: ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] === path };

/** Hands sockets to realtime, if they are a page's of ours or no page's. */
export function takeUpgrades(server: Server, config: Config, log: Logger, realtime: Realtime | undefined) {
  server.on("upgrade", (request, socket, head) => {
    const { headers } = request;
    const client = clientOf(config, new URL(originOf(headers.host)), request.socket.remoteAddress ?? "", (name) =>
      headers[name]?.toString(),
    );
    log.info({ method: request.method, path }, "upgrade");
    // Older versions of Node ask nobody whether to upgrade.
    if (!realtime || !upgradeOptions.shouldUpgradeCallback(request)) return refuseSocket(socket, 404, "There is nothing here.");
    if (!isOurs(config, client, headers.origin)) return refuseSocket(socket, 403, "The page stands on another site.");
    realtime.accept(request, socket, head, client);
  });
}

/** A host may be anything that somebody has written. */
function originOf(host = ""): string {
  return URL.canParse(`http://${host}`) ? `http://${host}` : "http://localhost";
}
