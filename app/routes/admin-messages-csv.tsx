import type { Route } from "./+types/admin-messages-csv";
import { requireAdmin } from "#app/account/guard.server.ts";

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return new Response("");
}
