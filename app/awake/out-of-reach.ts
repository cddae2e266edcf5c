import { fetchRetry } from "#backend/fetch-retry.ts";

const listeners = new Set<() => void>();
/** What goes on when somebody tries again. */
const waiting = new Set<() => void>();

export const outOfReach = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWaiting: () => waiting.size > 0,
  tryAgain() {
    for (const goOn of waiting) goOn();
  },
};

let asked = 0;
/** How often React Router has asked for something: the data of a page, or what becomes of a form. */
export const timesAsked = () => asked;

/**
 * `fetch` for all that a page asks for. The data of a page that has a place to say so is waited for, until somebody tries again or the line is back:
 * what is shown stays, with everything that is typed in it.
 */
export async function fetchPatiently(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (input instanceof URL) asked++;
  for (;;) {
    try {
      const response = await fetchRetry(input, init);
      if (!isPageData(input, init) || !isOfProxy(response)) return response;
    } catch (error) {
      if (init.signal?.aborted || !isPageData(input, init)) throw error;
    }
    await anotherTry(init.signal);
  }
}

/** What React Router loads a page's data with. */
function isPageData(input: RequestInfo | URL, { method = "GET" }: RequestInit): boolean {
  return listeners.size > 0 && method === "GET" && input instanceof URL && input.pathname.endsWith(".data");
}

/** While the server cannot answer, what stands before it does. */
function isOfProxy({ status, headers }: Response): boolean {
  return status >= 500 && !headers.has("X-Remix-Response");
}

function anotherTry(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (end: () => void) => {
      waiting.delete(goOn);
      removeEventListener("online", goOn);
      signal?.removeEventListener("abort", leave);
      end();
      for (const listener of listeners) listener();
    };
    const goOn = () => stop(resolve);
    // They went somewhere else.
    const leave = () => stop(() => reject(signal?.reason));
    waiting.add(goOn);
    addEventListener("online", goOn);
    signal?.addEventListener("abort", leave);
    for (const listener of listeners) listener();
  });
}
