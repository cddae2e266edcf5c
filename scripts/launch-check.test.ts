import { expect, test } from "vitest";
import { launchCheck, sameTexts } from "./launch-check.ts";

const ready = { SITE_URL: "https://abrente.example", SMTP_URL: "smtp://mail.example", MAIL_FROM: "a@b.example", MAIL_TO: "a@b.example" };
const about = (settings: Record<string, string>, pattern: RegExp) => launchCheck(settings).filter(({ what }) => pattern.test(what));

test("lists every stand-in of the agency with its file and line", () => {
  const found = about(ready, /Stand-in/);
  expect(found.length).toBeGreaterThanOrEqual(10);
  for (const { blocks, where } of found) expect([blocks, where]).toEqual([true, expect.stringMatching(/^content\/agency\.ts:\d+$/)]);
  expect(found.map(({ what }) => what).join()).toContain("taxId");
});

test("lists the day that does not exist and every document that awaits its lawyer", () => {
  expect(about(ready, /does not exist/)).toEqual([
    { blocks: true, what: "The offer ends on a day that does not exist: 31/4", where: expect.stringMatching(/agency\.ts:\d+/) },
  ]);
  expect(about(ready, /lawyer/)).toHaveLength(12);
});

test("lists the samples, which block only where they would be shown", () => {
  expect(about(ready, /testimonial/).map(({ blocks }) => blocks)).toEqual(Array(6).fill(false));
  expect(about({ ...ready, SHOW_SAMPLES: "true" }, /testimonial/).map(({ blocks }) => blocks)).toEqual(Array(6).fill(true));
});

test("lists the settings that a public site cannot do without", () => {
  expect(about({}, /^Setting/).map(({ what }) => what.split(" ")[1])).toEqual(["SITE_URL", "SMTP_URL", "MAIL_FROM", "MAIL_TO"]);
  expect(about(ready, /^Setting/)).toEqual([]);
  expect(about({ ...ready, SITE_URL: "http://abrente.example" }, /^Setting SITE_URL is not/)).toHaveLength(1);
});

test("lists sentences that two languages share, but not single words", () => {
  expect(sameTexts({ en: { a: "Tell us what you need" }, es: { a: "Tell us what you need" } })).toEqual([
    { blocks: false, what: 'Same text in en and es: "Tell us what you need"', where: "a" },
  ]);
  expect(sameTexts({ es: { a: "Contacto" }, gl: { a: "Contacto" } })).toEqual([]);
});
