import type { Category } from "#backend/consent-choice.ts";

/** What tags store in a browser. */
type TagStorage = { name: string; days: number; category: Category; purpose: "visits" | "campaigns" };

/** A tag that the site knows. One that is not in the list is unclassified, and unclassified ones are not loaded. */
export type Tag = {
  /** The company behind it. */
  owner: string;
  /** Any of these lets it load; inside it, Consent Mode tells what is allowed. */
  categories: Category[];
  script: (id: string, url: string) => string;
  /** Where it may send to, besides the address it comes from. */
  hosts: string[];
  storage: TagStorage[];
};

/** The categories of Google Tag Manager, which the inline script asks for without the rest. */
export const gtmCategories: Category[] = ["statistic", "marketing"];

export const tags = {
  gtm: {
    owner: "Google",
    categories: gtmCategories,
    script: (id, url) => `${url}/gtm.js?id=${id}`,
    hosts: ["https://*.google-analytics.com", "https://*.analytics.google.com"],
    storage: [
      { name: "_ga", days: 730, category: "statistic", purpose: "visits" },
      { name: "_ga_*", days: 730, category: "statistic", purpose: "visits" },
      { name: "_gcl_au", days: 90, category: "marketing", purpose: "campaigns" },
    ],
  },
} satisfies Record<string, Tag>;

/** Whether a tag may load. */
export function isAllowed(name: string, granted: Category[]): boolean {
  const tag: Tag | undefined = Object.hasOwn(tags, name) ? tags[name as keyof typeof tags] : undefined;
  return tag?.categories.some((category) => granted.includes(category)) ?? false;
}

/** Google's Consent Mode, version 2. */
export function consentSignals(granted: Category[]): Record<string, "granted" | "denied"> {
  const says = (category: Category) => (granted.includes(category) ? "granted" : "denied");
  return {
    ad_storage: says("marketing"),
    ad_user_data: says("marketing"),
    ad_personalization: says("marketing"),
    analytics_storage: says("statistic"),
    functionality_storage: says("functional"),
    personalization_storage: says("functional"),
    security_storage: "granted",
  };
}
