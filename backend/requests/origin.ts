/** Where a request was written, and what brought the visitor there. */
export type Origin = { page: string | null; campaign: Record<string, string> };

const longest = 200;

/**
 * The page is the one that the browser names as the referrer; `from` is the same, carried through a form that came back
 * with errors. Only pages of our own count.
 */
export function originOf(referrer: string | null, from: string, siteOrigins: string[]): Origin {
  const address = from ? URL.parse(from, siteOrigins[0]) : URL.parse(referrer ?? "");
  if (!address || !siteOrigins.includes(address.origin)) return { page: null, campaign: {} };
  const campaign = [...address.searchParams].filter(([name, value]) => /^utm_[a-z_]{1,20}$/.test(name) && value);
  return {
    page: address.pathname.slice(0, longest),
    campaign: Object.fromEntries(campaign.slice(0, 10).map(([name, value]) => [name, clean(value)])),
  };
}

/** The origin as an address that the form can carry. */
export function originAddress({ page, campaign }: Origin): string {
  const query = new URLSearchParams(campaign).toString();
  return page ? page + (query && `?${query}`) : "";
}

function clean(value: string): string {
  return value
    .toWellFormed()
    .replace(/\p{Cc}/gu, "")
    .slice(0, longest)
    .toWellFormed();
}
