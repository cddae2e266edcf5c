import { expect, test } from "vitest";
import { limits } from "#backend/requests/request.ts";
import { readChange } from "./read-change.ts";

const noteMax = limits.messageMax;

function read(fields: Record<string, string>, picks: string[] = []) {
  const form = new FormData();
  for (const pick of picks) form.append("pick", pick);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readChange(form);
}

const mail = "0b9d1c1e-0000-4000-8000-000000000001";

test("reads what a button asks for", () => {
  expect(read({ intent: "note", note: " Ola\r\nadeus " })).toEqual({ change: { intent: "note", note: "Ola\nadeus" } });
  expect(read({ intent: "state:won", from: "new", note: "" })).toEqual({
    change: { intent: "state", value: "won", from: "new", note: "" },
  });
  expect(read({ intent: `again:${mail}` })).toEqual({ change: { intent: "again", value: mail } });
});

test("reads what is asked for several at once, and in which folder each was seen", () => {
  expect(read({ intent: "move:won" }, [`${mail}:new`, `${mail}:spam`])).toEqual({
    change: {
      intent: "move",
      value: "won",
      picks: [
        { id: mail, from: "new" },
        { id: mail, from: "spam" },
      ],
    },
  });
  expect(read({ intent: "give", assignee: "" }, [`${mail}:new`])).toMatchObject({ change: { intent: "give", assignee: null } });
  expect(read({ intent: "move:won" })).toEqual({ error: "none" });
  expect(read({ intent: "move:won" }, [`${mail}:trash`])).toEqual({ error: "unknown" });
  expect(read({ intent: "give", assignee: "me" }, [`${mail}:new`])).toEqual({ error: "unknown" });
});

test("a reply has a text, and may move the request", () => {
  expect(read({ intent: "reply", from: "new", move: "won", text: " Ola " })).toEqual({
    change: { intent: "reply", from: "new", move: "won", text: "Ola", files: [] },
  });
  expect(read({ intent: "reply", from: "new", text: "Ola" })).toEqual({
    change: { intent: "reply", from: "new", move: undefined, text: "Ola", files: [] },
  });
  expect(read({ intent: "reply", from: "new", text: " " })).toEqual({ error: "text" });
  expect(read({ intent: "reply", from: "new", text: "x".repeat(noteMax + 1) })).toEqual({ error: "textLong" });
  expect(read({ intent: "reply", from: "new", move: "spam", text: "x" })).toEqual({ error: "unknown" });
});

test("a note has one character at least and 5,000 at most, as people count them", () => {
  expect(read({ intent: "note", note: " \n " })).toEqual({ error: "note" });
  expect(read({ intent: "note", note: "🌊".repeat(noteMax) })).toHaveProperty("change");
  expect(read({ intent: "note", note: "x".repeat(noteMax + 1) })).toEqual({ error: "noteLong" });
  expect(read({ intent: "state:won", from: "new", note: "x".repeat(noteMax + 1) })).toEqual({ error: "noteLong" });
});

test.each([
  {},
  { intent: "state:trash", from: "new" },
  { intent: "state:won", from: "" },
  { intent: "state:won", from: "won" },
  { intent: "state", from: "new" },
  { intent: "again:1" },
  { intent: "delete:won" },
])("does not guess: %j", (fields) => {
  expect(read(fields as Record<string, string>)).toEqual({ error: "unknown" });
});
