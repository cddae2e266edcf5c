import { expect, test } from "vitest";
import { onAccounts } from "./harness.ts";
import { onSite } from "../site.ts";
import { policyVersion } from "../e2e/site.ts";
import { visitorOf } from "./visitor.ts";

// Of their own: nobody else can have used up how often an address may choose.
onAccounts((site) => {
  test("a choice comes back to its page", async () => {
    const visitor = visitorOf(site());
    const nonsense = await visitor.post("/consent", { choice: "maybe" });
    expect([nonsense.status, nonsense.headers.getSetCookie()]).toEqual([400, []]);

    const chosen = await fetch(`${site().url}/consent`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ choice: "some", statistic: "on", marketing: "off", necessary: "on", __proto__: "on" }),
      headers: { Origin: site().url, Referer: `${site().url}/gl/contact?mode=requestOffer` },
    });
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/gl/contact?mode=requestOffer"]);
    expect(chosen.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^consent=${policyVersion}_s_[\\w-]{36}; Max-Age=15552000; Path=/; SameSite=Lax$`)),
    ]);
  });

  test("the cookie that a script has set is set once more, as it came; an answer to the script's form sets none", async () => {
    const visitor = visitorOf(site());
    const id = crypto.randomUUID();
    const stored = await visitor.post("/consent", { choice: "all", id });
    expect([stored.status, stored.headers.getSetCookie()]).toEqual([204, []]);
    for (const nothing of ["", `${policyVersion}_x_12345678`, `${policyVersion}_u_12345678`, "0.9_fsm_12345678"]) {
      visitor.cookies.set("consent", nothing);
      const answer = await visitor.get("/consent");
      expect([answer.status, answer.headers.getSetCookie()], nothing).toEqual([204, []]);
    }
    visitor.cookies.set("consent", `${policyVersion}_s_${id}`);
    const kept = await visitor.get("/consent");
    expect(kept.headers.getSetCookie()).toEqual([`consent=${policyVersion}_s_${id}; Max-Age=15552000; Path=/; SameSite=Lax`]);
    expect(kept.headers.get("cache-control")).toBe("no-store");
  });

  test("nobody fills the table with choices", async () => {
    const visitor = visitorOf(site());
    const answers = [];
    for (let tries = 0; tries < 205; tries++) answers.push((await visitor.post("/consent", { choice: "none" })).status);
    // A hundred in a minute; perhaps a new one began in between.
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
  });
}, {});

onSite((site) => {
  test("pages ask until there is a choice, and a shared cache only keeps those that ask", async () => {
    const visitor = visitorOf(site());
    const first = await visitor.get("/contact");
    expect(first.headers.get("cache-control")).toContain("s-maxage");
    expect(await first.text()).toMatch(/<html[^>]* data-consent="ask"/);
    await visitor.post("/consent", { choice: "none" });
    const second = await visitor.get("/contact");
    expect(second.headers.get("cache-control")).toBe("private, no-cache");
    expect(await second.text()).not.toMatch(/<html[^>]* data-consent/);
    const careful = await fetch(`${site().url}/contact`, { headers: { "Sec-GPC": "1" } });
    expect(await careful.text()).not.toMatch(/<html[^>]* data-consent/);
  });
});
