import { expect, test } from "vitest";
import { en } from "#content/en/index.ts";
import { gl } from "#content/gl/index.ts";
import { fill } from "#content/format.ts";
import { visitorOf } from "../contract/visitor.ts";
import { contactForm, newAdmin } from "../security/people.ts";
import { onSite } from "../site.ts";
import { textOf } from "./site.ts";

onSite(
  (site) =>
    test("the inbox says which mails do not leave, and why; a button without JavaScript sends them again", async () => {
      const admin = await newAdmin(site());
      expect(await (await admin.get("/admin/messages")).text()).not.toContain('value="resend"');

      await visitorOf(site()).post("/contact", contactForm());
      const inbox = async (path = "/admin/messages") => (await admin.get(path)).text();
      const says = fill(en.messages.trouble.tried.many, { n: 2 });
      await expect.poll(async () => textOf(await inbox()), { timeout: 20_000 }).toContain(says);
      expect(textOf(await inbox("/gl/admin/messages"))).toContain(fill(gl.messages.trouble.tried.many, { n: 2 }));
      expect(textOf(await inbox())).toContain("ECONNREFUSED");

      const sent = await admin.post("/admin/messages", { intent: "resend" });
      expect([sent.status, sent.headers.get("location")]).toEqual([303, "/admin/messages?done=resent-2"]);
      expect(textOf(await inbox(sent.headers.get("location")!))).toContain(fill(en.messages.trouble.resent.many, { n: 2 }));
      // They were tried at once, and not in two minutes.
      await expect.poll(() => site().output().split('"attempts":2').length - 1, { timeout: 20_000 }).toBe(2);
    }),
  // Nothing listens there.
  { SMTP_URL: "smtp://127.0.0.1:9" },
);
