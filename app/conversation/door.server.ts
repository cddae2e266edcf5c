import type { User } from "@supabase/supabase-js";
import { data, type RouterContextProvider } from "react-router";
import { requireSignedIn } from "#app/account/guard.server.ts";
import { backendContext } from "#app/context.ts";
import { addressHashes } from "#backend/address-hashes.ts";
import type { RequestRow } from "#backend/database/schema.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { countAttempt } from "#backend/rate-limit.ts";
import { openLink, type Opened } from "#backend/requests/conversation-link.ts";
import type { Adder } from "#backend/requests/files.ts";
import { readMyRequest, tieRequests } from "#backend/requests/my-requests.ts";

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

export type Closed = Extract<Opened, { closed: string }>["closed"] | "limited";
export type Door = { request: RequestRow; user?: User; until?: Date } | { closed: Closed };

/** Whose conversation an address opens: by the key of a mail, or as one of the requests of whoever is signed in. */
export async function openDoor(args: Args): Promise<Door> {
  const { queries, accounts, client, guessesPerAddress } = args.context.get(backendContext);
  const key = args.url.searchParams.get("key");
  if (key !== null) {
    const opened = await openLink(queries, accounts.secretKey, key);
    if (!("closed" in opened) || opened.closed !== "unknown") return opened;
    const [network] = await addressHashes(queries, client.address);
    const wait = await countAttempt(queries, `conversation ${network}`, { most: guessesPerAddress, seconds: 300 });
    return wait === undefined ? opened : { closed: "limited" };
  }
  const id = args.url.searchParams.get("request");
  if (!isUuid(id)) throw notFound();
  const user = await requireSignedIn(args);
  const request = await readMyRequest(queries, user, id);
  if (!request) throw notFound();
  // From then on they are told of it.
  if (!request.userId) await tieRequests(queries, user);
  return { request, user };
}

/** Who adds files there. */
export function adderOf(user: User | undefined): Adder {
  return { fromAgency: false, uploaderId: user?.id ?? null };
}

export const statusOfClosed = { unknown: 404, expired: 410, ended: 410, limited: 429 } as const satisfies Record<Closed, number>;

function notFound() {
  return data("Page Not Found", { status: 404 });
}
