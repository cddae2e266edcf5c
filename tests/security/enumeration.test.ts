import { beforeAll, expect, test } from "vitest";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { newAdmin, newPerson } from "./people.ts";

/**
 * Whether an address has an account is nobody's business: the answer is the same, to the byte, and so are its headers.
 * How long it takes is in tests/long/timing.test.ts.
 */
onSite((site) => {
  const known: Record<string, string> = {};
  beforeAll(async () => {
    const admin = await newAdmin(site());
    known.confirmed = (await newPerson(site())).email;
    known.administrator = (await newPerson(site(), { role: "admin" })).email;
    known.unconfirmed = site().newEmail();
    await site().post("/signup", { email: known.unconfirmed, password });
    known.invited = site().newEmail();
    await site().admin().auth.admin.inviteUserByEmail(known.invited);
    const banned = await newPerson(site());
    await admin.post(`/admin/profiles?person=${banned.id}`, { intent: "ban", length: "ever" });
    known.banned = banned.email;
    const { data } = await site().admin().auth.admin.createUser({ email: site().newEmail(), email_confirm: true });
    known["without a password"] = data.user!.email!;
  });

  const forms: [string, string, (email: string) => Record<string, string>][] = [
    ["signing in", "/login", (email) => ({ intent: "password", email, password: "not the password" })],
    ["a link by mail", "/login", (email) => ({ intent: "link", email })],
    ["a forgotten password", "/login", (email) => ({ intent: "forgot", email })],
    ["signing up", "/register", (email) => ({ name: "Uxía", email, password, privacy: "on" })],
    ["signing up with a weak password", "/register", (email) => ({ name: "Uxía", email, password: "short", privacy: "on" })],
    ["a sign-up sent again", "/register", (email) => ({ intent: "resend", email })],
    ["a code of a mail", "/confirm", (email) => ({ intent: "mail-code", email, code: "000000" })],
    ["signing in without a password", "/login", (email) => ({ intent: "password", email, password: "" })],
  ];
  test.each(forms)("%s says nothing about who is known", async (_name, path, form) => {
    const ask = async (email: string) => seen(await visitorOf(site()).post(`/gl${path}`, form(email)), email);
    const unknown = await ask(site().newEmail());
    for (const [kind, email] of Object.entries(known)) expect(await ask(email), kind).toEqual(unknown);
  });

  const calls: [string, Record<string, unknown>][] = [
    ["/token?grant_type=password", { password: "not the password" }],
    ["/token?grant_type=password", {}],
    ["/otp", {}],
    ["/otp", { create_user: false }],
    ["/recover", {}],
    ["/resend", { type: "signup" }],
    ["/resend", { type: "email_change" }],
    ["/signup", { password, data: { name: "Uxía" } }],
    ["/verify", { type: "signup", token: "000000" }],
    ["/verify", { type: "recovery", token: "000000" }],
    ["/verify", { type: "email", token: "000000" }],
  ];
  test.each(calls)("%s with %j says nothing about who is known", async (path, body) => {
    const ask = (email: string) => site().call(path, { method: "POST", body: JSON.stringify({ email, ...body }) });
    const nobody = site().newEmail();
    const unknown = await seen(await ask(nobody), nobody);
    for (const [kind, email] of Object.entries(known)) expect(await seen(await ask(email), email), kind).toEqual(unknown);
  });

  test("nor does a change of one's own address to it", async () => {
    const person = await visitorOf(site()).signIn((await newPerson(site())).email);
    const change = async (email: string) => {
      const response = await person.post("/me", { intent: "email", new_email: email });
      return [response.status, response.headers.get("location")];
    };
    const unknown = await change(site().newEmail());
    for (const email of [known.confirmed!, known.administrator!]) expect(await change(email)).toEqual(unknown);
  });
});

/** All that somebody sees of an answer, without what is new each time. */
async function seen(response: Response, email: string) {
  const headers = [...response.headers].filter(([name]) => !["date", "x-request-id", "content-length"].includes(name));
  const forget = (text: string) =>
    text
      .replaceAll(/nonce-[\w+/=]+|nonce="[^"]*"|"nonce[^,]*/g, "nonce")
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "id")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, "time")
      .replaceAll(/sb-session-[\w-]*code-verifier=[^;]*/g, "verifier")
      .replaceAll(/registered=[\w-]*/g, "registered")
      .replaceAll(email, "address")
      .replaceAll(encodeURIComponent(email), "address");
  return { status: response.status, headers: forget(JSON.stringify(headers)), body: forget(await response.text()) };
}
