import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanLine, cleanText, lengthOf, limits, typedIn, type Typed } from "./request.ts";
import { checkRequest } from "./schema.ts";

const good: Typed = {
  mode: "contact",
  name: "Uxía Nogueira",
  email: "uxia@example.com",
  company: "",
  city: "",
  phone: "",
  reason: "general",
  message: "Temos unha panadaría en Lugo e queremos unha páxina para os encargos.",
  privacy: "on",
  terms: "on",
};

const errorsOf = (change: Typed) => checkRequest({ ...good, ...change }).errors;

test("a request with everything it needs is accepted; what is optional and empty is nothing", () => {
  expect(checkRequest(good).request).toEqual({ ...good, company: null, city: null, phone: null });
});

test("everything that is missing is reported at once, each with its own message", () => {
  expect(checkRequest({}).errors).toMatchObject({ name: expect.anything(), reason: "required", privacy: "privacy", terms: "terms" });
  expect(checkRequest(typedIn(new FormData())).errors).toEqual({
    name: "required",
    email: "required",
    reason: "required",
    message: "required",
    privacy: "privacy",
    terms: "terms",
  });
});

describe("phones", () => {
  test.each([
    ["612345678", "+34612345678"],
    ["712345678", "+34712345678"],
    ["812345678", "+34812345678"],
    ["981234567", "+34981234567"],
    ["+34612345678", "+34612345678"],
    ["0034612345678", "+34612345678"],
    ["+34 612 345 678", "+34612345678"],
    ["+34 981 23 45 67", "+34981234567"],
    ["(+34) 612-345-678", "+34612345678"],
    ["0034 (981) 234.567", "+34981234567"],
    ["612.345.678", "+34612345678"],
    ["612-34-56-78", "+34612345678"],
    ["612–345–678", "+34612345678"],
    ["[612] 345 678", "+34612345678"],
    ["  612 345 678  ", "+34612345678"],
    ["612\u00a0345\u00a0678", "+34612345678"],
    ["6 1 2 3 4 5 6 7 8", "+34612345678"],
    ["+ 34 612345678", "+34612345678"],
  ])("%j is stored as %s", (typed, stored) => {
    expect(checkRequest({ ...good, phone: typed }).request?.phone).toBe(stored);
  });

  test.each([
    ["512345678", "phone"],
    ["012345678", "phone"],
    ["61234567", "phone"],
    ["6123456789", "phone"],
    ["34612345678", "phone"],
    ["+44612345678", "phone"],
    ["+351912345678", "phone"],
    ["00351912345678", "phone"],
    ["+34512345678", "phone"],
    ["+3461234567", "phone"],
    ["++34612345678", "phone"],
    ["612345678+34", "phone"],
    ["612/345/678", "phone"],
    ["612,345,678", "phone"],
    ["٦١٢٣٤٥٦٧٨", "phone"],
    ["+34", "phone"],
    ["-", "phone"],
    ["☎ 612345678", "phone"],
    ["612 345 678 ext 3", "phoneLetters"],
    ["seis uno dos", "phoneLetters"],
    ["tel. 612345678", "phoneLetters"],
    ["６12345678 ñ", "phoneLetters"],
  ])("%j is refused: %s", (typed, error) => {
    expect(errorsOf({ phone: typed })).toEqual({ phone: error });
  });
});

describe("e-mail addresses", () => {
  test.each([
    "a@b.es",
    "uxia.nogueira+web@sub.example.com",
    "o'neill@example.ie",
    "ana@peluquería.es",
    "x@例え.テスト",
    "a_b-c@ex-ample.gal",
  ])("%s is one", (email) => expect(errorsOf({ email })).toBeUndefined());
  test.each([
    "a",
    "a@b",
    "@b.es",
    "a@",
    "a b@c.es",
    "a@b..es",
    "a@-b.es",
    "a@b.es,c@d.es",
    "a@b.es>",
    "Ana <a@b.es>",
    "ñ@b.es",
    `${"a".repeat(250)}@b.es`,
  ])("%s is none", (email) => expect(errorsOf({ email })).toEqual({ email: "email" }));
  test("a line break does not smuggle a second header in", () => {
    expect(errorsOf({ email: "a@b.es\r\nBcc: all@b.es" })).toEqual({ email: "email" });
  });
});

test("lengths are counted in characters as people count them", () => {
  expect(errorsOf({ name: "🌊".repeat(limits.line) })).toBeUndefined();
  expect(errorsOf({ name: "🌊".repeat(limits.line + 1) })).toEqual({ name: "long" });
  expect(errorsOf({ company: "a".repeat(101) })).toEqual({ company: "long" });
  expect(errorsOf({ city: "a".repeat(101) })).toEqual({ city: "long" });
  expect(errorsOf({ message: "🌊".repeat(limits.messageMin - 1) })).toEqual({ message: "short" });
  expect(errorsOf({ message: "🌊".repeat(limits.messageMin) })).toBeUndefined();
  expect(errorsOf({ message: "a".repeat(limits.messageMax) })).toBeUndefined();
  expect(errorsOf({ message: "a".repeat(limits.messageMax + 1) })).toEqual({ message: "long" });
});

test("spaces around a text do not count, and spaces alone are nothing", () => {
  expect(errorsOf({ name: " \u00a0\t " })).toEqual({ name: "required" });
  expect(errorsOf({ name: "\u200b" })).toEqual({ name: "required" });
  expect(errorsOf({ message: " ".repeat(60) })).toEqual({ message: "required" });
  expect(errorsOf({ message: `${"a".repeat(49)}${" ".repeat(10)}` })).toEqual({ message: "short" });
});

test("a line break counts once, as the live count shows it, though browsers send two characters", () => {
  expect(lengthOf(cleanText("a\r\nb"))).toBe(3);
});

test("an unknown reason counts as none, an unknown mode as contact, an unticked box as not accepted", () => {
  expect(errorsOf({ reason: "gossip" })).toEqual({ reason: "required" });
  expect(checkRequest({ ...good, mode: "x" }).request?.mode).toBe("contact");
  expect(errorsOf({ privacy: "" })).toEqual({ privacy: "privacy" });
  expect(errorsOf({ terms: "yes" })).toEqual({ terms: "terms" });
});

test("files and repeated fields do not become text", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(good)) form.append(name, value);
  form.append("name", "another");
  form.set("company", new File(["x"], "x.txt"));
  expect(typedIn(form)).toMatchObject({ name: good.name, company: "" });
});

test("whatever is accepted can be stored and put into one header line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 120 }), fc.string({ unit: "binary", maxLength: 300 }), (name, message) => {
      const { request } = checkRequest({ ...good, name, message });
      if (!request) return;
      expect(request.name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(request.message).not.toMatch(/\0|\r/);
      expect(request.name.isWellFormed() && request.message.isWellFormed()).toBe(true);
      expect(cleanLine(request.name)).toBe(request.name);
      expect(lengthOf(request.message)).toBeGreaterThanOrEqual(limits.messageMin);
    }),
  );
});
