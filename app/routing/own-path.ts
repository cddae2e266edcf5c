const nowhere = "http://nowhere.invalid";

/** The path, query and anchor of an address of ours; `otherwise` for anything that could lead elsewhere. */
export function ownPath(wanted: string, otherwise = "/"): string {
  if (!/^\/(?![/\\])/.test(wanted) || !URL.canParse(wanted, nowhere)) return otherwise;
  const url = new URL(wanted, nowhere);
  return url.origin === nowhere && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : otherwise;
}
