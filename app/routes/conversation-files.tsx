import { data } from "react-router";
import type { Route } from "./+types/conversation-files";
import { answerReading, answerSending, type Place } from "#app/conversation/answer-files.server.ts";
import { adderOf, openDoor, statusOfClosed } from "#app/conversation/door.server.ts";
import { largestPart } from "#app/conversation/upload-part.ts";
import { referenceOf } from "#backend/requests/reference.ts";

/** The files of a conversation, for the client. */
export async function loader(args: Route.LoaderArgs) {
  return answerReading(args, await placeOf(args));
}

export async function action(args: Route.ActionArgs) {
  return answerSending(args, await placeOf(args));
}

export const handle = { largestForm: largestPart };

async function placeOf(args: Route.LoaderArgs | Route.ActionArgs): Promise<Place> {
  const door = await openDoor(args);
  if ("closed" in door) throw data("Page Not Found", { status: statusOfClosed[door.closed] });
  const { request, user } = door;
  return { requestId: request.id, user, adder: adderOf(user), zipName: `${referenceOf(request)}.zip` };
}
