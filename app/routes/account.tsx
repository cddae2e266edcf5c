import { Outlet } from "react-router";
import type { Route } from "./+types/account";
import { withAccount } from "#app/account/server-client.server.ts";
import { SessionWatch } from "#app/account/session-watch.tsx";
import { backendContext } from "#app/context.ts";

export const middleware = [withAccount];

/** Where the browser's client finds the accounts. Without a loader the middleware would be skipped in navigation inside the browser. */
export function loader({ context }: Route.LoaderArgs) {
  const { url, publishableKey } = context.get(backendContext).accounts;
  return { url, publishableKey };
}

/** What stands around every page that knows who its visitor is. */
export default function AccountLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Outlet />
      <SessionWatch accounts={loaderData} />
    </>
  );
}
