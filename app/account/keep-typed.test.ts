import { UNSAFE_ErrorResponseImpl as ErrorResponse, type ClientActionFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { keepTyped, unreachable } from "./keep-typed.ts";

/** What the page gets when the server's answer is this one: the router throws whatever is not from its own pages. */
function answerTo(thrown: unknown) {
  const body = new URLSearchParams({ form: "register" });
  const request = new Request("http://localhost/register", { method: "POST", body });
  return keepTyped({ request, serverAction: () => Promise.reject(thrown) } as unknown as ClientActionFunctionArgs);
}

test.each<[string, unknown]>([
  ["no network", new TypeError("Failed to fetch")],
  ...[413, 429, 500, 502, 503, 504].map(
    (status) => [`${status} of a proxy`, new ErrorResponse(status, "", "<h1>No</h1>")] as [string, unknown],
  ),
])("the form stays, and says so: %s", async (_what, thrown) => {
  expect(await answerTo(thrown)).toMatchObject({ data: { unreachable: "register" }, init: { status: unreachable } });
});

test.each([401, 404])("what our own pages throw is theirs to show: %i", async (status) => {
  const thrown = new ErrorResponse(status, "", {});
  await expect(answerTo(thrown)).rejects.toBe(thrown);
});
