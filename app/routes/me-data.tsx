import type { Route } from "./+types/me-data";
import { requireSignedIn } from "#app/account/guard.server.ts";
import { backendContext } from "#app/context.ts";
import { gatherData } from "#backend/people/my-data.ts";
import { agency } from "#content/agency.ts";

/** Everything that we keep about the person who asks, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireSignedIn(args);
  const data = await gatherData(args.context.get(backendContext).queries, user);
  // A header has no room for every letter that a name may have.
  const agencyName = agency.name.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/\W+/g, "-").toLowerCase();
  const name = `${agencyName}-${new Date().toISOString().slice(0, 10)}.json`;
  return new Response(JSON.stringify(data, null, 2), {
    headers: { "Content-Type": "application/json", "Content-Disposition": `attachment; filename="${name}"` },
  });
}
