import { deviceCookie, mailedCookie, registrationCookie, sessionCookie } from "#app/account/session-cookie.ts";
import { alertsKey, draftsKey, shortcutsKey } from "#app/inbox/storage-keys.ts";
import { reloadedKey } from "#app/awake/reload-once.ts";
import { scrollPositionsKey } from "#app/awake/scroll-positions-key.ts";
import { localeCookie } from "#content/locales.ts";
import { themeCookie } from "#app/shell/theme-cookie.ts";
import type { Content } from "#content/en/index.ts";
import { consentCookie } from "#backend/consent-choice.ts";
import { tags } from "./tags.ts";

type Text = Content["legal"]["cookies"];

export type StoredThing = {
  name: string;
  /** Whose it is; without it, ours. */
  owner?: string;
  kind: keyof Text["kinds"];
  category: keyof Text["categories"];
  /** How long it stays; without it, until the tab is closed. */
  days?: number;
  purpose: keyof Text["purposes"];
};

/** Everything that the site itself stores in a browser. The cookie policy prints this list, and a browser test walks the site with it in hand. */
export const storage: StoredThing[] = [
  { ...localeCookie, kind: "cookie", category: "necessary", purpose: "locale" },
  { ...themeCookie, kind: "cookie", category: "necessary", purpose: "theme" },
  { ...consentCookie, kind: "cookie", category: "necessary", purpose: "consent" },
  { ...sessionCookie, kind: "cookie", category: "necessary", purpose: "session" },
  { ...sessionCookie, name: `${sessionCookie.name}-code-verifier`, kind: "cookie", category: "necessary", purpose: "verifier" },
  { name: "sb-provider-*", kind: "cookie", category: "necessary", purpose: "verifier" },
  { ...registrationCookie, kind: "cookie", category: "necessary", purpose: "verifier" },
  { ...deviceCookie, kind: "cookie", category: "necessary", purpose: "device" },
  { ...mailedCookie, kind: "cookie", category: "necessary", purpose: "mailed" },
  { name: scrollPositionsKey, kind: "sessionStorage", category: "necessary", purpose: "scroll" },
  { name: reloadedKey, kind: "sessionStorage", category: "necessary", purpose: "reload" },
  { ...draftsKey, kind: "localStorage", category: "necessary", purpose: "drafts" },
  { ...shortcutsKey, kind: "localStorage", category: "necessary", purpose: "shortcuts" },
  { ...alertsKey, kind: "localStorage", category: "necessary", purpose: "alerts" },
];

/** What the tags store once they may, where there are any. */
export const tagStorage: StoredThing[] = Object.values(tags).flatMap((tag) =>
  tag.storage.map((one) => ({ ...one, owner: tag.owner, kind: "cookie" as const })),
);

/** Whether something is on the list of what needs no consent. A long cookie is kept in parts: `sb-session.0`. */
export function isNecessary(name: string): boolean {
  return storage.some((thing) => thing.name === name.replace(/\.\d+$/, ""));
}
