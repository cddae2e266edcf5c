import { expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { visitorOf } from "../contract/visitor.ts";
import { codeOf, newPerson } from "../security/people.ts";
import { onSite } from "../site.ts";
import { attributesOf, textOf } from "./site.ts";

/** The rows of the page that are open, by their ids. */
const openRows = (html: string) => [...html.matchAll(/<details open="".*?<div id="([\w-]+)"/gs)].map(([, id]) => id);

const titleOf = async (response: Response) => textOf(/<title>.*?<\/title>/s.exec(await response.text())![0]);

onSite((site) => {
  test("the rows of the client area are closed, but for what came back or was done in them", async () => {
    const { email } = await newPerson(site());
    const visitor = await visitorOf(site()).signIn(email);
    const at = async (path: string) => openRows(await (await visitor.get(path)).text());
    expect(await at("/me")).toEqual([]);
    for (const [done, row] of Object.entries({ password: "password", email: "email", codes: "second-factor", session: "sessions" })) {
      expect(await at(`/me?done=${done}`)).toEqual([row]);
    }
    expect(await at("/me?needed=factor")).toEqual(["second-factor"]);
    const wrong = {
      password: [{ intent: "password", new_password: "short" }, "new_password"],
      email: [{ intent: "email", new_email: "nonsense" }, "new_email"],
      delete: [{ intent: "delete", confirm_email: "nonsense" }, "confirm_email"],
    } as const;
    for (const [row, [form, field]] of Object.entries(wrong)) {
      const html = await (await visitor.post("/me", form)).text();
      expect(openRows(html)).toEqual([row]);
      expect(attributesOf(html, "input", { name: field }, "aria-invalid")).toEqual(["true"]);
    }
  });

  test("what takes the place of a page has a title of its own, without JavaScript too", async () => {
    const { email } = await newPerson(site());
    const visitor = await visitorOf(site()).signIn(email);
    const { security } = en.me;
    const sheet = await (await visitor.post("/me", { intent: "factor-new" })).text();
    expect(textOf(/<title>.*?<\/title>/s.exec(sheet)![0])).toBe(`${security.factor.heading} · ${agency.name}`);
    const [factor, uri] = ["factor", "uri"].map((name) => attributesOf(sheet, "input", { name }, "value")[0]!);
    const turnOn = (code: string) => visitor.post("/me", { intent: "factor-on", factor: factor!, uri: uri!, factor_code: code });
    expect(await titleOf(await turnOn("000000"))).toBe(`${security.factor.heading} · ${agency.name}`);
    const codes = await turnOn(codeOf(new URL(uri!).searchParams.get("secret")!));
    expect(await titleOf(codes)).toBe(`${security.recovery.heading} · ${agency.name}`);
    expect(await titleOf(await visitor.get("/me"))).toBe(`${en.me.meta.title} · ${agency.name}`);

    const used = { token_hash: "used", type: "magiclink" };
    const problem = await visitorOf(site()).post(`/confirm?${new URLSearchParams(used)}`, used);
    expect(await titleOf(problem)).toBe(`${en.account.confirm.problem} · ${agency.name}`);
    const late = await visitorOf(site()).post("/me", { intent: "profile", name: "Uxía" });
    expect([late.status, await titleOf(late)]).toEqual([401, `${en.account.expired.heading} · ${agency.name}`]);
  });

  test("a row says how things stand before it is opened", async () => {
    const { email } = await newPerson(site());
    const visitor = await visitorOf(site()).signIn(email);
    await visitor.post("/me", { intent: "email", new_email: `new-${email}` });
    const html = await (await visitor.get("/me")).text();
    const rows = [...html.matchAll(/<summary.*?<\/summary>/gs)].map(([summary]) => textOf(summary));
    const { password, email: address, factor, sessions } = en.me.security;
    expect(rows).toEqual(
      expect.arrayContaining([
        `${password.heading} ${password.state}`,
        `${address.heading} ${email} → new-${email}`,
        `${factor.heading} ${factor.off}`,
        `${sessions.heading} ${sessions.one}`,
      ]),
    );
  });
});
