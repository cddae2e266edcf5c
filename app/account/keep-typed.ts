import { data, isRouteErrorResponse, type ClientActionFunctionArgs } from "react-router";
import { textIn } from "#backend/form-text.ts";
import type { Reply } from "./reply.server.ts";

/** After it nothing is loaded again: that would fail too, and take the page with it. */
export const unreachable = 504;

/** What stands before our server answers so when it cannot hear us: a proxy while it restarts, a limit of the network's. */
const isOfNoPage = (status: number) => status >= 500 || status === 413 || status === 429;

/** The `clientAction` of pages with forms: where the server cannot be reached, or fails, the page stays with what was typed, and says so. */
export async function keepTyped({ request, serverAction }: ClientActionFunctionArgs) {
  const form = textIn(await request.clone().formData(), "form");
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && !isOfNoPage(error.status))) throw error;
    return data<Reply>({ unreachable: form }, { status: unreachable });
  }
}
