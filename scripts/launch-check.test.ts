import { expect, test } from "vitest";
import { launchCheck, sameTexts } from "./launch-check.ts";

const ready = {
  SITE_URL: "https://abrente.gal",
  SMTP_URL: "smtp://mail.abrente.gal",
  MAIL_FROM: "ola@abrente.gal",
  MAIL_TO: "ola@abrente.gal",
  TRUST_PROXY: "1",
};
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

const lacking = (settings: Record<string, string>) => about(settings, /testimonial|people/).map(({ blocks }) => blocks);

test("says that there are no real testimonials and people; samples block where they would be shown", () => {
  expect(lacking(ready)).toEqual([false, false]);
  expect(lacking({ ...ready, SHOW_SAMPLES: "true" })).toEqual([true, false]);
});

test("lists the settings that a public site cannot do without", () => {
  expect(about({}, /^Setting/).map(({ what }) => what.split(" ")[1])).toEqual([
    "SITE_URL",
    "SMTP_URL",
    "MAIL_FROM",
    "MAIL_TO",
    "TRUST_PROXY",
  ]);
  expect(about(ready, /^Setting/)).toEqual([]);
});

test.each([
  [{ SITE_URL: "http://abrente.gal" }, "SITE_URL is not an https address"],
  [{ SITE_URL: "https://localhost" }, "SITE_URL is an address of this machine alone"],
  [{ SITE_URL: "https://abrente.example" }, "SITE_URL is a stand-in"],
  [{ SMTP_URL: "nonsense" }, "SMTP_URL must be an address that starts with smtp:// or smtps://."],
  [{ MAIL_TO: "nobody" }, "MAIL_TO must be an e-mail address"],
  [{ SMPT_URL: "smtp://mail.abrente.gal" }, "SMPT_URL is unknown: did you mean SMTP_URL?"],
])("what the server would refuse, or nobody could reach, blocks: %j", (settings, sentence) => {
  expect(about({ ...ready, ...settings }, /^Setting/)).toEqual([{ blocks: true, what: expect.stringContaining(`Setting ${sentence}`) }]);
});

test("a proxy that is not declared is to be looked at", () => {
  expect(about({ ...ready, TRUST_PROXY: "0" }, /^Setting/)).toEqual([{ blocks: false, what: expect.stringContaining("TRUST_PROXY") }]);
});

test("lists sentences that two languages share, but not single words", () => {
  expect(sameTexts({ en: { a: "Tell us what you need" }, es: { a: "Tell us what you need" } })).toEqual([
    { blocks: false, what: 'Same text in en and es: "Tell us what you need"', where: "a" },
  ]);
  expect(sameTexts({ es: { a: "Contacto" }, gl: { a: "Contacto" } })).toEqual([]);
});
