import type { Route } from "./+types/me-data-zip";
import { requireSignedIn } from "#app/account/guard.server.ts";
import { backendContext } from "#app/context.ts";
import { zipOf } from "#app/conversation/file-response.server.ts";
import { gatherData } from "#backend/people/my-data.ts";
import { readFiles } from "#backend/requests/files.ts";
import { referenceOf } from "#backend/requests/reference.ts";
import { agency } from "#content/agency.ts";

/** Everything that we keep about the person who asks, with the files of their conversations. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireSignedIn(args);
  const { queries, accounts } = args.context.get(backendContext);
  const data = await gatherData(queries, user);
  const files = await readFiles(
    queries,
    data.requests.map(({ id }) => id),
  );
  const name = `${agency.name.toLowerCase()}-${new Date().toISOString().slice(0, 10)}`;
  const packed = files.map((file) => ({ ...file, folder: `${referenceOf({ id: file.requestId })}/` }));
  return zipOf(accounts, `${name}.zip`, packed, [{ name: `${name}.json`, text: JSON.stringify(data, null, 2) }]);
}
