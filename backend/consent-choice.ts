/** The categories that need consent; what is necessary needs none. The first letter of each stands for it in the cookie. */
export const categories = ["functional", "statistic", "marketing", "unclassified"] as const;
export type Category = (typeof categories)[number];

/** Holds the version of the cookie policy, what was granted and a random number: `1.0_fs_4f1c…`. */
export const consentCookie = { name: "consent", days: 180 } as const;

export type Choice = { version: string; granted: Category[]; id: string };

/** The choice of a cookie, if it is one; another version of the policy asks again. */
export function readChoice(cookie: string | undefined, version: string): Choice | undefined {
  const [, chosenFor, letters, id] = /^([\w.]{1,20})_([fsmu]*)_([\w-]{8,60})$/.exec(cookie ?? "") ?? [];
  if (chosenFor !== version) return;
  return { version, granted: categories.filter(([letter]) => letters!.includes(letter!)), id: id! };
}

export function writeChoice({ version, granted, id }: Choice): string {
  return `${version}_${granted.map(([letter]) => letter).join("")}_${id}`;
}
