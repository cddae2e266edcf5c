import { expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import { fillAll } from "#content/format.ts";
import { localePath, locales } from "#content/locales.ts";
import { htmlOf, textOf } from "./site.ts";

const forms = {
  "/": (text: typeof en) => text.contact.form.note,
  "/contact": (text: typeof en) => text.contact.form.note,
  "/contact?mode=requestOffer": (text: typeof en) => text.contact.form.note,
  "/register": (text: typeof en) => text.account.register.note,
};

test.each(locales)(
  "every form that asks for personal data says first who uses it, for what, and which rights there are (%s)",
  async (locale) => {
    for (const [path, noteOf] of Object.entries(forms)) {
      const { before, link } = fillAll(noteOf({ en, es, gl }[locale]), agency as unknown as Record<string, string>);
      expect(before).toContain(agency.legalName);
      expect(before).toContain(agency.email);
      const [form] = /<form\b(?:(?!<form\b).)*name="privacy".*?<\/form>/s.exec(await htmlOf(localePath(locale, path)))!;
      for (const words of [before.trim(), link]) expect(textOf(form), path).toContain(words);
      expect(form.indexOf(agency.legalName), path).toBeLessThan(form.indexOf('name="privacy"'));
      expect(form, path).toContain(`href="${localePath(locale, "/legal/politica-privacidad")}"`);
    }
  },
);
