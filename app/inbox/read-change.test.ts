import { expect, test } from "vitest";
import { noteMax, readChange } from "./read-change.ts";

function read(fields: Record<string, string>) {
  const form = new FormData();
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
