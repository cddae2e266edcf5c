import { afterEach, expect, test, vi } from "vitest";
import { keepForm, openKeptForm } from "./kept-form.server.ts";

const form = new FormData();
form.append("intent", "password");
form.append("new_password", "correct horse battery");

afterEach(() => vi.useRealTimers());

test("what was typed comes back whole, and cannot be read on the way", () => {
  const kept = keepForm("secret", "me", form);
  expect([...openKeptForm("secret", "me", kept)!]).toEqual([...form]);
  expect(Buffer.from(kept, "base64url").toString("latin1")).not.toContain("horse");
  expect(keepForm("secret", "me", form)).not.toBe(kept);
});

test("it is no use to anybody else, nor changed, nor an hour later", () => {
  const kept = keepForm("secret", "me", form);
  expect(openKeptForm("secret", "you", kept)).toBeUndefined();
  expect(openKeptForm("another", "me", kept)).toBeUndefined();
  expect(openKeptForm("secret", "me", `${kept.slice(0, -4)}AAAA`)).toBeUndefined();
  for (const nothing of ["", "x", "AAAA".repeat(20)]) expect(openKeptForm("secret", "me", nothing)).toBeUndefined();
  vi.useFakeTimers({ now: Date.now() + 61 * 60_000 });
  expect(openKeptForm("secret", "me", kept)).toBeUndefined();
});
