const nowhere = "http://nowhere.invalid";

/** Where to go on after signing in: a page of ours that was asked for, otherwise `usual`. */
export function nextPath(wanted: string | null | undefined, usual: string): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return usual;
  const url = URL.parse(wanted, nowhere);
  return url?.origin === nowhere && !url.pathname.startsWith("//") ? url.pathname + url.search : usual;
}
