import { setTimeout as pause } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import type { Site } from "../site.ts";
import { visitorOf } from "../contract/visitor.ts";
import { passwordHash } from "../password.ts";

export type Visitor = ReturnType<typeof visitorOf>;

/** The code of an authenticator app; a code opens once, so the next use takes the one of the next step. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Somebody who has confirmed their address, made without any mail. */
export async function newPerson(site: Site, { role, name = "Uxía" }: { role?: "admin"; name?: string } = {}) {
  const email = site.newEmail();
  const { data, error } = await site.admin().auth.admin.createUser({
    email,
    password_hash: passwordHash,
    email_confirm: true,
    user_metadata: { name },
    ...(role && { app_metadata: { role } }),
  });
  if (error) throw error;
  return { email, id: data.user.id };
}

export async function newAdmin(site: Site, origin?: string): Promise<Visitor> {
  return visitorOf(site, origin).signIn((await newPerson(site, { role: "admin" })).email);
}

type Factor = { factorId: string; secret: string };

/** Gives somebody a second factor; its next code is that of the next step. One beside another needs a code of that. */
export async function addFactor(site: Site, email: string, { beside }: { beside?: Factor } = {}): Promise<Factor> {
  const client = await site.signedIn(email);
  if (beside) await client.auth.mfa.challengeAndVerify({ factorId: beside.factorId, code: codeOf(beside.secret, 1) });
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: beside ? "Tablet" : "Phone" });
  if (error) throw error;
  const { error: refused } = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) });
  if (refused) throw refused;
  return { factorId: data.id, secret: data.totp.secret };
}

/** Signs in with both steps. */
export async function signInFully(site: Site, email: string, secret: string, origin?: string): Promise<Visitor> {
  const visitor = await visitorOf(site, origin).signIn(email);
  const second = await visitor.post("/login", { intent: "code", code: codeOf(secret, 1) });
  if (second.status !== 303) throw new Error(`The second step answers ${second.status}`);
  return visitor;
}

export const contactForm = (more: Record<string, string> = {}) => ({
  name: "Uxía",
  email: "uxia@example.com",
  reason: "general",
  message: `A request that nobody but the agency may touch: ${crypto.randomUUID()}`,
  privacy: "on",
  terms: "on",
  ...more,
});

/** Sends a request and finds it in the inbox, its mails sent: nothing changes by itself any more. */
export async function newRequest(site: Site, admin: Visitor, sender = visitorOf(site), form = contactForm()): Promise<string> {
  const sent = await sender.post("/contact", form);
  if (sent.status !== 303) throw new Error(`The contact form answers ${sent.status}`);
  const words = form.message.split(": ").at(-1)!;
  const list = await (await admin.get(`/admin/messages?${new URLSearchParams({ q: words })}`)).text();
  const id = /request=([\da-f-]{36})/.exec(list)![1]!;
  for (let tries = 0; tries < 500; tries++) {
    const page = await (await admin.get(`/admin/messages?request=${id}`)).text();
    if (/<main.*<\/main>/s.exec(page)![0].split("Sent on ").length > 2) return id;
    await pause(50);
  }
  throw new Error("The mails of a request were not sent");
}

/** The text of a page without what differs from one rendering to the next. */
export async function stillText(response: Response): Promise<string> {
  const chance = /nonce="[^"]*"|"nonce[^,]*|name="key" value="[^"]*"|(?<=\bkey\\",)\\"[\da-f-]{36}\\"/g;
  return (await response.text()).replaceAll(chance, "");
}
