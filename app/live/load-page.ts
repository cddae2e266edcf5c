/**
 * Asks for the page's data, as React Router does. Nothing is given where the session has ended or the server is away: loading would replace
 * the page, and what is typed in it.
 */
export async function askForPage(): Promise<Response | undefined> {
  // React Router answers with 202 where it leads elsewhere. By its text: a URL would count as React Router's own, and be waited for out of
  // reach (app/awake/out-of-reach.ts).
  const answer = await fetch(`${location.origin}${location.pathname}.data${location.search}`).catch(() => undefined);
  if (answer?.status === 200) return answer;
  void answer?.body?.cancel();
}

/** Lets React Router load the page again, and gives it what was answered already in place of asking once more. */
export function loadPage(answer: Response, revalidate: () => Promise<void>) {
  const ask = window.fetch;
  const usual = () => void (window.fetch = ask);
  window.fetch = (input, init) => {
    usual();
    // A form goes to the same address.
    const isLoad = String(input) === answer.url && !init?.method;
    return isLoad ? Promise.resolve(answer) : ask(input, init);
  };
  void revalidate();
  // It asks at once, or not at all where a form is on its way: what that brings is newer.
  setTimeout(usual);
}
