/** The categories that a visitor can grant; what is necessary needs no consent. The first letter of each stands for it in the cookie. */
export const grantable = ["functional", "statistic", "marketing"] as const;
export type Category = (typeof grantable)[number];

/** What is not in a category yet stays blocked, so there is nothing to agree to. */
export const categories = ["necessary", ...grantable, "unclassified"] as const;

/** Holds the version of the cookie policy, what was granted and a random number: `1.0_fs_4f1c…`. */
export const consentCookie = { name: "consent", days: 180 } as const;

export type Choice = { version: string; granted: Category[]; id: string };

/** The choice of a cookie, if it is one; another version of the policy asks again. */
export function readChoice(cookie: string | undefined, version: string): Choice | undefined {
  const [, chosenFor, letters, id] = /^([\w.]{1,20})_([fsm]*)_([\w-]{8,60})$/.exec(cookie ?? "") ?? [];
  if (chosenFor !== version) return;
  return { version, granted: grantable.filter(([letter]) => letters!.includes(letter!)), id: id! };
}

export function writeChoice({ version, granted, id }: Choice): string {
  return `${version}_${granted.map(([letter]) => letter).join("")}_${id}`;
}
