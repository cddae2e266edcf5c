import { sessionCookie } from "#app/account/session-cookie.ts";
import { localeCookie } from "#app/i18n/locales.ts";
import type { Content } from "#content/en/index.ts";

type Text = Content["legal"]["cookies"];

export type StoredThing = {
  name: string;
  kind: keyof Text["kinds"];
  category: keyof Text["categories"];
  /** How long it stays; without it, until the tab is closed. */
  days?: number;
  purpose: keyof Text["purposes"];
};

export const themeCookie = { name: "theme", days: 365 } as const;

/** Everything the site stores in a browser. The cookie policy prints this list. */
export const storage: StoredThing[] = [
  { ...localeCookie, kind: "cookie", category: "necessary", purpose: "locale" },
  { ...themeCookie, kind: "cookie", category: "necessary", purpose: "theme" },
  { ...sessionCookie, kind: "cookie", category: "necessary", purpose: "session" },
  { ...sessionCookie, name: `${sessionCookie.name}-code-verifier`, kind: "cookie", category: "necessary", purpose: "verifier" },
  { name: "react-router-scroll-positions", kind: "sessionStorage", category: "necessary", purpose: "scroll" },
  { name: "reloaded", kind: "sessionStorage", category: "necessary", purpose: "reload" },
];
