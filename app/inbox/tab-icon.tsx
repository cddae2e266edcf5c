/** The icon of the tab with how many are new, so that it is seen while another tab is open. Browsers show the last icon: in a page's body it comes after the site's. */
export function TabIcon({ count }: { count: number }) {
  if (count === 0) return;
  const number = count > 9 ? "9+" : String(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0d2230"/><circle cx="16" cy="16" r="14" fill="#f5cf2e"/><text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${number.length > 1 ? 17 : 21}" fill="#0d2230">${number}</text></svg>`;
  return <link rel="icon" type="image/svg+xml" href={`data:image/svg+xml,${encodeURIComponent(svg)}`} />;
}
