import { afterEach, expect, test, vi } from "vitest";
import { en } from "#content/en/index.ts";
import { gl } from "#content/gl/index.ts";
import { contentFor } from "./content-for.server.ts";

afterEach(() => vi.restoreAllMocks());

test("gives the texts of a language", async () => {
  expect(await contentFor("gl")).toBe(gl);
});

test("logs a language that cannot be loaded, and answers in English", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const failure = new Error("no such file");
  expect(await contentFor("gl", () => Promise.reject(failure))).toBe(en);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('"gl" could not be loaded'), failure);
});

test("warns of a language without messages, and answers in English", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(await contentFor("es", async () => undefined)).toBe(en);
  expect(await contentFor("es", async () => ({}) as typeof en)).toBe(en);
  expect(log).toHaveBeenCalledTimes(2);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('"es" has no messages'));
});
