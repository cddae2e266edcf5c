const send = globalThis.fetch.bind(globalThis);
const tries = 3;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const passingStatuses = new Set([408, 429, 502, 503, 504]);
/** A limit does not pass while somebody looks at a form. */
const passingForForms = new Set([502, 503, 504]);
const longestWait = 30_000;

/**
 * `fetch` for everything that leaves the browser or the server: up to three tries when the request is safe to repeat
 * and the failure is one that passes. The caller's `signal` ends the waiting too.
 */
export async function fetchRetry(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? (input instanceof Request ? input.method : "GET");
  const isSafe = safeMethods.has(method.toUpperCase());
  const last = isSafe || hasKey(init.body) ? tries : 1;
  const passing = isSafe ? passingStatuses : passingForForms;
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(input, init);
      if (attempt === last || !passing.has(response.status)) return response;
      await response.body?.cancel();
      await wait(retryAfter(response.headers) ?? backoff(attempt), init.signal);
    } catch (error) {
      if (attempt === last || init.signal?.aborted) throw error;
      await wait(backoff(attempt), init.signal);
    }
  }
}

/** A form with a key (app/contact/form-number.inline.ts) is stored once, however often it arrives. */
function hasKey(body: RequestInit["body"]): boolean {
  return body instanceof URLSearchParams && !!body.get("key");
}

/** 200, 400 … ms, each up to half as long again, so that many clients do not come back at once. */
function backoff(attempt: number): number {
  return 200 * 2 ** (attempt - 1) * (1 + Math.random() / 2);
}

/** Retry-After in milliseconds: it may be seconds or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (!value) return;
  const wanted = /^\d+$/.test(value) ? Number(value) * 1000 : value.endsWith("GMT") ? Date.parse(value) - Date.now() : Number.NaN;
  return Number.isNaN(wanted) ? undefined : Math.min(Math.max(wanted, 0), longestWait);
}

function wait(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
