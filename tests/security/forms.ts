import { intents } from "./addresses.ts";
import { contactForm } from "./people.ts";

export type Target = {
  email: string;
  id: string;
  factorId: string;
  identityId: string;
  sessionId: string;
  requestId: string;
  mailId: string;
};
export type Filled = { page: string; intent: string; path: string; form: Record<string, string> };

/** Every form of every page, filled in so that it would do something to the target. */
export function everyForm(target: Target): Filled[] {
  const filled: Record<string, string> = {
    ...contactForm(),
    email: "changed@example.com",
    name: "Changed",
    company: "Changed",
    phone: "612345678",
    locale: "gl",
    password: "changed horse battery",
    new_password: "changed horse battery",
    new_email: "changed@example.com",
    confirm_email: target.email,
    domain: "example.com",
    code: "000000",
    token_hash: "unknown",
    type: "signup",
    provider: "google",
    factor: target.factorId,
    uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP",
    factor_code: "000000",
    identity: target.identityId,
    session: target.sessionId,
    kept: "unknown",
    current_password: "changed horse battery",
    mail_code: "000000",
    second_code: "000000",
    seen: "",
    role: "admin",
    length: "ever",
    typed: target.email,
    from: "new",
    move: "",
    en: "Changed",
    es: "Changed",
    gl: "Changed",
    note: "Changed",
    text: "Changed",
    assignee: "",
    assigned: "",
    remove: target.requestId,
    pick: `${target.requestId}:in_progress`,
  };
  const particular: Record<string, Record<string, string>> = {
    "/login password": { email: target.email, password: "not the password" },
    "/login link": { email: target.email },
    "/login forgot": { email: target.email },
    "/admin/messages state": { intent: "state:won" },
    "/admin/messages reply": { from: "won", move: "in_progress" },
    "/admin/replies delete": { intent: `delete:${target.requestId}` },
    "/admin/messages move": { intent: "move:lost" },
    "/admin/messages erase": { typed: "delete" },
    "/admin/messages again": { intent: `again:${target.mailId}` },
  };
  const query: Record<string, string> = {
    "/admin/profiles": `?person=${target.id}`,
    "/admin/messages": `?request=${target.requestId}`,
    "/conversation": `?request=${target.requestId}`,
    "/conversation/files": `?request=${target.requestId}`,
    "/admin/messages/files": `?request=${target.requestId}`,
  };
  return Object.entries(intents).flatMap(([page, names]) =>
    names.map((intent) => ({
      page,
      intent,
      path: page + (query[page] ?? ""),
      form: { ...filled, intent, ...particular[`${page} ${intent}`] },
    })),
  );
}
