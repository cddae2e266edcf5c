import type { Route } from "./+types/me-data";
import { requireSignedIn } from "#app/account/guard.server.ts";

export async function loader(args: Route.LoaderArgs) {
  await requireSignedIn(args);
  return new Response("");
}
