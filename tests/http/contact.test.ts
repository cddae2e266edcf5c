import { expect, test } from "vitest";
import { fill } from "#content/format.ts";
import { locales, localePath, type Locale } from "#content/locales.ts";
import { limits, phoneExamples, type Field } from "#backend/requests/request.ts";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { gl } from "#content/gl/index.ts";
import { formOf, someone } from "../e2e/contact-form.ts";
import { attributesOf, htmlOf, siteUrl, textOf } from "./site.ts";

const contents = { en, es, gl };

/** Sends the form as a browser without JavaScript does. */
function post(path: string, form: Record<string, string>) {
  return fetch(siteUrl + path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Origin: siteUrl, "Accept-Language": "en" },
    redirect: "manual",
  });
}

type Errors = typeof en.contact.errors;

/** What each field is told, in a language. */
function messageOf(field: Field, error: keyof Errors, locale: Locale): string {
  const { errors } = contents[locale].contact;
  const names: Partial<Record<Field, string>> = errors.fields;
  return fill(errors[error] as string, { ...phoneExamples, min: limits.messageMin, field: names[field] ?? "" });
}

/** What is sent, and which fields are wrong with it, in the order of the form. */
const tries: Record<string, [Record<string, string>, [Field, keyof Errors][]]> = {
  empty: [
    {},
    [
      ["name", "required"],
      ["email", "required"],
      ["reason", "required"],
      ["message", "required"],
      ["privacy", "privacy"],
      ["terms", "terms"],
    ],
  ],
  wrong: [
    { name: "Uxía", email: "uxia@example", phone: "512 345 678", reason: "support", city: "Lugo", message: "x".repeat(49) },
    [
      ["email", "email"],
      ["phone", "phone"],
      ["message", "short"],
      ["privacy", "privacy"],
      ["terms", "terms"],
    ],
  ],
};

test.each(locales.flatMap((locale) => Object.entries(tries).map(([kind, [typed, wrong]]) => ({ locale, kind, typed, wrong }))))(
  "in $locale, a form that is $kind comes back with 400, each mistake in the language's words, and what was typed",
  async ({ locale, typed, wrong }) => {
    const response = await post(localePath(locale, "/contact"), { mode: "contact", ...typed });
    expect(response.status).toBe(400);
    const html = await response.text();
    const form = /<form[^>]*data-track="contact-form".*?<\/form>/s.exec(html)![0];
    for (const [field, error] of wrong) {
      const message = messageOf(field, error, locale);
      if (locale !== "en") expect(message).not.toBe(messageOf(field, error, "en"));
      const described = new RegExp(`<(\\w+)[^>]*id="field-${field}-error"[^>]*>.*?</\\1>`, "s").exec(form)!;
      expect(textOf(described[0]), field).toBe(message);
      const links = [...form.matchAll(new RegExp(`<a[^>]*href="#field-${field}"[^>]*>.*?</a>`, "gs"))].map(([link]) => textOf(link));
      expect(links, field).toContain(message);
    }
    for (const name of ["name", "email", "phone", "city"] as const) {
      expect(attributesOf(form, "input", { name }, "value").join(), name).toBe(typed[name] ?? "");
    }
  },
);

test.each(["/gl/contact?mode=requestOffer", "/es"])("what is too large at %s is answered with 413 and the form", async (path) => {
  const [action] = attributesOf(await htmlOf(path), "form", { "data-track": "contact-form" }, "action");
  const response = await post(action!, { ...formOf(someone()), message: "x".repeat(300_000) });
  expect(response.status).toBe(413);
  const html = await response.text();
  const { tooLarge } = contents[path.startsWith("/gl") ? "gl" : "es"].contact;
  expect(textOf(html)).toContain(tooLarge.heading);
  expect(attributesOf(html, "input", { name: "email" }, "type")).toEqual(["email"]);
});

test("the page brings no key and no time", async () => {
  for (const path of ["/contact", "/"]) {
    const html = await (await fetch(siteUrl + path, { headers: { "Accept-Language": "en" } })).text();
    for (const name of ["key", "started"]) {
      const [input] = html.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`))!;
      expect(input).not.toMatch(/value="[^"]/);
    }
  }
});

test.each(locales)("in %s, who has sent a message is offered an account to follow it", async (locale) => {
  const { follow } = contents[locale].contact.sent;
  const html = await htmlOf(localePath(locale, "/contact?sent=yes"));
  expect(textOf(html)).toContain(follow.guest);
  expect(html).toMatch(new RegExp(`<a[^>]+href="${localePath(locale, "/register")}"[^>]*>${follow.create}</a>`));
});
