import { data } from "react-router";
import type { Route } from "./+types/admin-messages-files";
import { requireAdmin } from "#app/account/guard.server.ts";
import { answerReading, answerSending, type Place } from "#app/conversation/answer-files.server.ts";
import { largestPart } from "#app/conversation/upload-part.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { referenceOf } from "#backend/requests/reference.ts";

/** The files of a conversation, for the agency. */
export async function loader(args: Route.LoaderArgs) {
  return answerReading(args, await placeOf(args));
}

export async function action(args: Route.ActionArgs) {
  return answerSending(args, await placeOf(args));
}

export const handle = { largestForm: largestPart };

async function placeOf(args: Route.LoaderArgs | Route.ActionArgs): Promise<Place> {
  const user = await requireAdmin(args);
  const id = args.url.searchParams.get("request");
  if (!isUuid(id)) throw data("Page Not Found", { status: 404 });
  return { requestId: id, user, adder: { fromAgency: true, uploaderId: user.id }, zipName: `${referenceOf({ id })}.zip` };
}
