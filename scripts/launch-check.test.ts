import { expect, test } from "vitest";
import { invented, launchCheck, sameTexts, undecided, type Site } from "./launch-check.ts";

const ready = {
  SITE_URL: "https://abrente.gal",
  SMTP_URL: "smtp://mail.abrente.gal",
  MAIL_FROM: "ola@abrente.gal",
  MAIL_TO: "ola@abrente.gal",
  TRUST_PROXY: "1",
};

/** A site with facts of its own. */
function siteWith(changes: Partial<Site> = {}): Site {
  return {
    agency: { name: "Mencer" },
    offer: { until: { day: 30, month: 4 } },
    testimonials: [],
    people: [],
    texts: {},
    files: { "content/agency.ts": "" },
    ...changes,
  };
}

const about = (settings: Record<string, string>, pattern: RegExp, site?: Site) =>
  launchCheck(settings, site).filter(({ what }) => pattern.test(what));

/** Facts at their places, and the file that they stand in, a line for each. */
function siteOf(facts: Record<string, string | number>, mark = ""): Site {
  const site = siteWith({ agency: { name: "Mencer" } });
  for (const [path, value] of Object.entries(facts)) {
    const keys = path.split(".");
    const place = keys.slice(0, -1).reduce<any>((tree, key) => (tree[key] ??= {}), site);
    place[keys.at(-1)!] = value;
    site.files["content/agency.ts"] += `${keys.at(-1)}: ${JSON.stringify(value)},${mark}\n`;
  }
  return site;
}

const standInsOf = (site: Site) => about(ready, /^Stand-in/, site);

test("finds each value that was invented, with its line, whatever a comment says", () => {
  const found = standInsOf(siteOf(invented));
  expect(found.map(({ where }) => where)).toEqual(Object.keys(invented).map((_, line) => `content/agency.ts:${line + 1}`));
  expect(found.every(({ blocks }) => blocks)).toBe(true);
  for (const value of ["S.L.", "B00000000", '"00"', "Aloxamentos", "Correos", "Rúa do Abrente", "15700"]) {
    expect(found.map(({ what }) => what).join()).toContain(value);
  }
});

test("takes real values, also where the mark was forgotten", () => {
  const real = { "agency.legalName": "Mencer, S.L.", "agency.registry.folio": "17", "agency.address.postalCode": "15701" };
  expect(standInsOf(siteOf(real, " // stand-in"))).toEqual([]);
});

test("what may be kept blocks as long as it is marked", () => {
  expect(standInsOf(siteOf(undecided, " // stand-in"))).toHaveLength(3);
  expect(standInsOf(siteOf(undecided))).toEqual([]);
});

test("what looks invented is found too", () => {
  const found = standInsOf(siteOf({ "agency.email": "ola@mencer.example", "agency.taxId": "A00000001" }));
  expect(found.map(({ what }) => what)).toEqual(['Stand-in: email: "ola@mencer.example"', 'Stand-in: taxId: "A00000001"']);
});

test("lists the day that does not exist and every document that awaits its lawyer", () => {
  const files = {
    "content/agency.ts": "{\n  until: { day: 31, month: 4 },",
    "content/gl/legal/aviso-legal.md": "---\nreview: must be reviewed by a lawyer",
    "content/gl/legal/politica-cookies.md": "---\ntitle: Cookies",
  };
  const site = siteWith({ offer: { until: { day: 31, month: 4 } }, files });
  expect(about(ready, /does not exist|lawyer/, site)).toEqual([
    { blocks: true, what: "Legal document must be reviewed by a lawyer", where: "content/gl/legal/aviso-legal.md:2" },
    { blocks: true, what: "The offer ends on a day that does not exist: 31/4", where: "content/agency.ts:2" },
  ]);
  expect(about(ready, /does not exist/, siteWith())).toEqual([]);
});

test("under another name it finds the texts that explain the first one", () => {
  const files = { "content/agency.ts": "", "content/gl/home.ts": 'a: "Ola",\nb: "Abrente é o comezo do día",' };
  expect(about(ready, /name before/, siteWith({ files }))).toEqual([
    { blocks: true, what: 'Speaks of the name before: b: "Abrente é o comezo do día",', where: "content/gl/home.ts:2" },
  ]);
  expect(about(ready, /name before/, siteWith({ files, agency: { name: "Abrente" } }))).toEqual([]);
});

test("says that there are no real testimonials and people; samples block where they would be shown", () => {
  const lacking = (settings: Record<string, string>, site = siteWith()) =>
    about(settings, /testimonial|people/, site).map(({ blocks }) => blocks);
  expect(lacking(ready)).toEqual([false, false]);
  expect(lacking({ ...ready, SHOW_SAMPLES: "true" })).toEqual([true, false]);
  expect(lacking({ ...ready, SHOW_SAMPLES: "true" }, siteWith({ testimonials: [{}], people: [{}] }))).toEqual([]);
});

test("looks at the facts and files of this site unless told otherwise", () => {
  expect(launchCheck(ready)).toEqual(expect.any(Array));
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
