import { expect, test } from "vitest";
import { en } from "#content/en/index.ts";
import { es } from "#content/es/index.ts";
import { fill } from "#content/format.ts";
import { gl } from "#content/gl/index.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { newAdmin, newPerson } from "../security/people.ts";
import { onSite } from "../site.ts";
import { attributesOf, textOf } from "./site.ts";

/** A site whose accounts are by invitation, and which sends few letters to one address. */
onSite(
  (site) => {
    test("the pages say that accounts are by invitation, and lead to the contact form", async () => {
      for (const [prefix, { account }] of Object.entries({ "": en, "/es": es, "/gl": gl })) {
        const register = await (await visitorOf(site()).get(`${prefix}/register`)).text();
        expect(textOf(register), prefix).toContain(account.register.closed.text);
        expect(register, prefix).toContain(`<title>${account.register.closed.heading} · `);
        expect(attributesOf(register, "input", { name: "password" }, "id"), prefix).toEqual([]);
        const login = await (await visitorOf(site()).get(`${prefix}/login`)).text();
        expect(textOf(login), prefix).toContain(account.login.byInvitation);
        for (const page of [register, login]) {
          const main = /<main.*<\/main>/s.exec(page)![0];
          expect(attributesOf(main, "a", { href: `${prefix}/contact` }, "href"), prefix).toHaveLength(1);
          expect(attributesOf(main, "a", { href: `${prefix}/register` }, "href"), prefix).toEqual([]);
        }
      }
    });

    test("nobody who writes is offered an account: not on the page that says so, nor in the receipt", async () => {
      const sent = await (await visitorOf(site()).get("/contact?sent=yes")).text();
      expect(textOf(sent)).toContain(en.contact.sent.heading);
      const email = site().newEmail();
      const message = `Long enough to be a request, and like no other: ${crypto.randomUUID()}`;
      await visitorOf(site()).post("/contact", { name: "Uxía", email, reason: "general", message, privacy: "on", terms: "on" });
      const receipt = await site().mailTo(email);
      expect(receipt.text).toContain(en.mail.receipt.reply);
      for (const offer of [sent, receipt.text]) expect(offer).not.toContain("/register");
    });

    test("who sends the form all the same is told so, and gets no account", async () => {
      const email = site().newEmail();
      const refused = await visitorOf(site()).post("/register", { intent: "register", name: "Uxía", email, password, privacy: "on" });
      expect([refused.status, textOf(await refused.text()).includes(en.account.register.closed.text)]).toEqual([422, true]);
      const signIn = await visitorOf(site()).post("/login", { intent: "password", email, password });
      expect(signIn.status).toBe(400);
    });

    test("administrators are told how many letters are held back", async () => {
      const admin = await newAdmin(site());
      const notice = async () => textOf(await (await admin.get("/admin/profiles")).text());
      const { email } = await newPerson(site());
      const ask = () => visitorOf(site()).post("/login", { intent: "forgot", email });
      await ask();
      await site().mailTo(email);
      const { one, many } = en.people.held;
      for (const sentence of [one, fill(many, { count: 2 })]) {
        expect(await notice()).not.toContain(sentence);
        await ask();
        await expect.poll(notice, { timeout: 20_000 }).toContain(sentence);
      }
    });
  },
  { AUTH_SIGN_UPS: "closed", MAILS_PER_RECIPIENT: "1" },
);
