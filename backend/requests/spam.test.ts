import { expect, test } from "vitest";
import type { ContactRequest } from "./schema.ts";
import { spamSignals } from "./spam.ts";

const request: ContactRequest = {
  mode: "contact",
  name: "Uxía",
  email: "uxia@example.com",
  company: null,
  city: null,
  phone: null,
  reason: "general",
  message: "See https://one.example, https://two.example and www.three.example: that is what we like.",
  privacy: "on",
  terms: "on",
};
const person = { trap: "", elapsed: 60_000 };

test("a person's request shows no signal, with or without a known start", () => {
  expect(spamSignals(request, person)).toEqual([]);
  expect(spamSignals(request, { trap: "" })).toEqual([]);
  expect(spamSignals(request, { trap: "", elapsed: 2000 })).toEqual([]);
});

test("a filled trap, an impossible speed and a farm of links are signals, and they add up", () => {
  expect(spamSignals(request, { ...person, trap: "x" })).toEqual(["trap"]);
  expect(spamSignals(request, { ...person, elapsed: 1999 })).toEqual(["speed"]);
  expect(spamSignals({ ...request, message: `${request.message} http://four.example` }, person)).toEqual(["links"]);
  expect(spamSignals({ ...request, name: "Buy at https://spam.example" }, { trap: "x", elapsed: 0 })).toEqual(["trap", "speed", "links"]);
});

test("a clock that is ahead of the server's is no signal", () => {
  expect(spamSignals(request, { ...person, elapsed: -5000 })).toEqual([]);
});
