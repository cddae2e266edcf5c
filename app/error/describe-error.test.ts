import { createStaticHandler, data, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { describeError } from "./describe-error.ts";

/** What React Router makes of something a loader throws. */
async function thrown(value: unknown): Promise<unknown> {
  const loader = () => {
    throw value;
  };
  const context = await createStaticHandler([{ id: "page", path: "/", loader }]).query(new Request("http://localhost/"));
  return context instanceof Response ? context : context.errors?.page;
}

test("reads status and message of what a loader throws", async () => {
  const error = await thrown(data("Page Not Found", { status: 404 }));
  expect(describeError(error)).toStrictEqual({ statusCode: 404, message: "Page Not Found" });
});

test("reads status and message of a thrown response", async () => {
  const error = await thrown(new Response("Too many requests", { status: 429, headers: { "Content-Type": "text/plain" } }));
  expect(describeError(error)).toStrictEqual({ statusCode: 429, message: "Too many requests" });
});

test.each([
  ["the status text when the data is nothing", new ErrorResponse(404, "Not Found", null), "Not Found"],
  ["the status text when the data is empty", new ErrorResponse(404, "Not Found", ""), "Not Found"],
  ["the status text when the data is not words", new ErrorResponse(400, "Bad Request", { email: "a@b.example" }), "Bad Request"],
  ["nothing when there are no words at all", new ErrorResponse(500, "", { secret: 1 }), undefined],
])("takes for a message %s", (_, error, message) => {
  expect(describeError(error)).toStrictEqual({ statusCode: error.status, message });
});

test("reads the message of a plain error, and has no status to show", () => {
  expect(describeError(new TypeError("Something broke"))).toStrictEqual({ message: "Something broke" });
});

test("shows nothing of an error without a message, and the status alone of one whose message the server withheld", () => {
  expect(describeError(new Error())).toEqual({});
  expect(describeError(new Error("Unexpected Server Error"))).toEqual({ statusCode: 500 });
});

test.each([null, undefined, "", "a string", 42, 0n, Symbol("odd"), {}, [], { status: 500 }, { message: "not an error" }, () => {}])(
  "shows nothing of a thrown %s",
  (odd) => {
    expect(describeError(odd)).toEqual({});
  },
);

test("shows a status by its name where the words are the router's own", () => {
  const refused = new ErrorResponse(405, "Method Not Allowed", new Error('You made a POST request to "/gl"'), true);
  expect(describeError(refused)).toEqual({ statusCode: 405, message: "Method Not Allowed" });
});

test("never shows a stack, a cause or anything else an error carries", async () => {
  const cause = new Error("password=hunter2");
  const plain = Object.assign(new Error("Could not save", { cause }), { query: "select * from secrets" });
  for (const error of [plain, await thrown(plain)]) {
    const shown = describeError(error);
    expect(shown.message).toContain("Could not save");
    expect(JSON.stringify(shown)).not.toMatch(/hunter2|secrets|describe-error|\bat \w/);
    expect(["statusCode", "message"]).toEqual(expect.arrayContaining(Object.keys(shown)));
  }
});
