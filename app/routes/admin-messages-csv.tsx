import type { Route } from "./+types/admin-messages-csv";
import { requireAdmin } from "#app/account/guard.server.ts";
import { requestsCsv } from "#app/inbox/requests-csv.server.ts";
import { wantedOf } from "#app/inbox/wanted.server.ts";
import { readFilters, viewOf } from "#backend/requests/inbox-filters.ts";
import { readAll } from "#backend/requests/inbox.ts";
import { backendContext } from "#app/context.ts";
import { textsOf } from "#app/i18n/page-texts.server.ts";

/** What the inbox shows at the same query, all pages of it. */
export async function loader(args: Route.LoaderArgs) {
  const { id: me } = await requireAdmin(args);
  const { texts } = await textsOf(args);
  const { queries } = args.context.get(backendContext);
  const filters = readFilters(args.url.searchParams);
  return requestsCsv(readAll(queries, await wantedOf(queries, filters, viewOf(filters), me)), texts);
}
