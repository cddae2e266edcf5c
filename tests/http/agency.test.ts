import { beforeAll, expect, test } from "vitest";
import { en } from "#content/en/index.ts";
import { onSite } from "../site.ts";
import { visitorOf } from "../contract/visitor.ts";
import { formOf, someone } from "../e2e/contact-form.ts";
import { addFactor, newPerson, type Visitor } from "../security/people.ts";
import { textOf } from "./site.ts";

const text = en.people;
const pageOf = (id: string) => `/admin/profiles?person=${id}`;

/** The trail of a person's page, the newest first. */
function trailOf(html: string): string[] {
  const list = /<ol\b.*?<\/ol>/s.exec(/<main.*<\/main>/s.exec(html)![0])?.[0] ?? "";
  return [...list.matchAll(/<li\b.*?<\/li>/gs)].map(([entry]) => textOf(entry));
}

/** A table of the figures by its caption: each row's cells. */
function tableOf(html: string, caption: string): string[][] {
  const table = html.match(/<table\b.*?<\/table>/gs)!.find((one) => textOf(/<caption.*?<\/caption>/s.exec(one)![0]) === caption)!;
  return [.../<tbody.*<\/tbody>/s.exec(table)![0].matchAll(/<tr\b.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd]\b(?![^>]*aria-hidden).*?<\/t[hd]>/gs)].map(([cell]) => textOf(cell)),
  );
}

onSite(
  (site) => {
    let admin: Visitor;
    let self: { id: string; email: string };
    beforeAll(async () => {
      self = await newPerson(site(), { role: "admin", name: "Myself" });
      admin = await visitorOf(site()).signIn(self.email);
    });

    test("nobody takes from themselves what only others may take", async () => {
      const before = await (await admin.get(pageOf(self.id))).text();
      expect(textOf(before)).toContain(text.person.isYou);
      expect(before).not.toMatch(/<main.*<details.*<\/main>/s);
      // A form that somebody made themselves.
      for (const form of [
        { intent: "role", role: "client" },
        { intent: "ban", length: "day" },
        { intent: "sign_out" },
        { intent: "delete", typed: self.email },
      ] as Record<string, string>[]) {
        expect((await admin.post(pageOf(self.id), form)).status, form.intent).toBe(409);
      }
      const trail = trailOf(await (await admin.get(pageOf(self.id))).text());
      expect(trail).toHaveLength(4);
      for (const line of trail) expect(line).toContain(text.log.outcomes.refused);
    });

    // Strangers and clients: tests/security/matrix.test.ts.
    test("ids and words that mean nothing are refused", async () => {
      for (const id of ["x", "' or true --", crypto.randomUUID()]) {
        expect((await admin.get(`/admin/profiles?${new URLSearchParams({ person: id })}`)).status).toBe(404);
      }
      const { id } = await newPerson(site());
      const send = async (form: Record<string, string>, path = pageOf(id)) => (await admin.post(path, form)).status;
      expect(await send({ intent: "nonsense" })).toBe(400);
      expect(await send({ intent: "__proto__" })).toBe(400);
      expect(await send({ intent: "ban", length: "constructor" })).toBe(400);
      expect(await send({ intent: "role", role: "owner" })).toBe(400);
      expect(await send({ intent: "ban", length: "day" }, pageOf(crypto.randomUUID()))).toBe(404);
      expect(await send({ intent: "factor" })).toBe(409);
      expect((await admin.get("/admin/profiles?after=nonsense&show=nonsense&q=%00'")).status).toBe(200);
    });

    test("who lost the device gets in without the second factor after it was removed", async () => {
      const { id, email } = await newPerson(site());
      await addFactor(site(), email);
      const shown = async () => textOf(await (await admin.get(pageOf(id))).text());
      expect(await shown()).toContain(text.person.access.factor.title);
      expect((await admin.post(pageOf(id), { intent: "factor" })).status).toBe(303);
      expect(await shown()).not.toContain(text.person.access.factor.title);
      const client = await visitorOf(site()).signIn(email);
      expect((await client.get("/me")).status).toBe(200);
    });

    test("the log names who is gone without leading to a page that is not there, and a person's page says when they were here last", async () => {
      const [gone, here] = [await newPerson(site()), await newPerson(site())];
      await visitorOf(site()).signIn(here.email);
      const facts = textOf(await (await admin.get(pageOf(here.id))).text());
      expect(facts).toMatch(new RegExp(`${text.person.facts.lastUse} \\w+ \\d+, \\d{4}`));
      expect(textOf(await (await admin.get(pageOf(gone.id))).text())).toContain(`${text.person.facts.lastUse} ${text.person.facts.never}`);
      for (const { id } of [gone, here]) await admin.post(pageOf(id), { intent: "sign_out" });
      await admin.post(pageOf(gone.id), { intent: "delete", typed: gone.email });
      const log = await (await admin.get("/admin/profiles?view=log")).text();
      expect(log).toContain(gone.email);
      expect(log).not.toContain(`href="${pageOf(gone.id)}"`);
      expect(log).toContain(`href="${pageOf(here.id)}"`);
    });

    const send = async (changes: Record<string, string>, more: Record<string, string> = {}) => {
      const sender = { ...someone(), ...changes };
      const { status } = await visitorOf(site()).post("/contact", { ...formOf(sender), ...more });
      expect(status).toBe(303);
      return sender;
    };

    test("the export holds what the filters show, and nothing a spreadsheet would run", async () => {
      const mark = crypto.randomUUID().slice(0, 8);
      const first = await send({ name: "=1+1", company: mark });
      const second = await send({ name: "＝1+1", company: mark });
      await send({ name: "Spam", company: mark }, { homepage: "x" });
      const list = await (await admin.get(`/es/admin/messages?q=${mark}`)).text();
      const link = /href="(\/es\/admin\/messages\.csv[^"]*)"/.exec(list)![1]!.replaceAll("&amp;", "&");
      const response = await admin.get(link);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": expect.stringMatching(/^attachment; filename="solicitudes-\d{4}-\d\d-\d\d\.csv"$/),
        "cache-control": "no-store",
      });
      const body = Buffer.from(await response.arrayBuffer()).toString();
      expect(body).toMatch(/^\ufeff"Referencia";"Recibida"/);
      const lines = body.split("\r\n");
      // A search is over all folders.
      expect(lines).toHaveLength(5);
      expect(lines[2]).toContain(`"'＝1+1";"${second.email}";"612 345 678"`);
      expect(lines[3]).toContain(`"'=1+1";"${first.email}"`);
    });

    const figures = async (query = "") => (await admin.get(`/admin/figures${query}`)).text();

    test("the figures show what people have read today, by page, language and source", async () => {
      const { figures: say } = en;
      const headers = {
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        Referer: "https://search.example/?q=secret",
      };
      for (const path of ["/contact", "/gl", "/gl"]) await visitorOf(site()).get(path, headers);
      await send({});
      const bySource = () => figures().then((html) => tableOf(html, `${say.views}: ${say.by.referrer.heading}`));
      // What was read is written down every ten seconds.
      await expect.poll(bySource, { timeout: 60_000 }).toContainEqual(["search.example", "3", expect.stringMatching(/%$/)]);
      const html = await figures();
      expect(tableOf(html, `${say.views}: ${say.by.path.heading}`).map(([name]) => name)).toEqual(
        expect.arrayContaining(["/", "/contact"]),
      );
      expect(tableOf(html, `${say.views}: ${say.by.locale.heading}`).map(([name]) => name)).toContain("Galego");
      const days = tableOf(html, say.steps.byDay);
      expect(days).toHaveLength(30);
      expect(Number(days[0]![1])).toBeGreaterThanOrEqual(3);
      expect(Number(days[0]![2])).toBeGreaterThanOrEqual(1);
      // The bars say the same, also before a script runs.
      const bars = [...html.matchAll(/<g\b[^>]*><title>.*?<\/g>/gs)].map(([bar]) => bar);
      expect(bars).toHaveLength(60);
      expect(textOf(/<title>.*?<\/title>/s.exec(bars[29]!)![0])).toMatch(new RegExp(`: ${days[0]![1]}$`));
      expect(Number(/<rect data-bar[^>]*height="([\d.]+)"/.exec(bars[29]!)![1])).toBeGreaterThan(0);
    });

    test("the figures of a year are told in weeks, and an unknown period is a month", async () => {
      expect(tableOf(await figures("?days=365"), en.figures.steps.byWeek)).toHaveLength(52);
      expect(tableOf(await figures("?days=7"), en.figures.steps.byDay)).toHaveLength(7);
      expect(tableOf(await figures("?days=1000000"), en.figures.steps.byDay)).toHaveLength(30);
    });
  },
  { REQUESTS_PER_ADDRESS: "1000" },
);
