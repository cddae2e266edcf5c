import { useSyncExternalStore } from "react";

/** The app's error state: what went wrong outside the reach of the routes' own error boundaries. */
let current: unknown;
const listeners = new Set<() => void>();

/** Logs an error and shows the error screen. */
export function recordError(error: unknown) {
  console.error(error);
  setError(error ?? new Error());
}

/** Going somewhere else leaves the error behind. */
export function clearError() {
  if (current !== undefined) setError(undefined);
}

function setError(error: unknown) {
  current = error;
  for (const listener of listeners) listener();
}

export function useAppError(): unknown {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Errors nobody caught, in event handlers and promises: ours only, not those of extensions and cancelled requests. */
export function recordUnhandledErrors() {
  addEventListener("error", (event) => {
    if (event.error && isOurs(event.filename)) setError(event.error);
  });
  addEventListener("unhandledrejection", (event) => {
    const { reason } = event;
    if (reason instanceof Error && reason.name !== "AbortError" && isOurs(reason.stack ?? "")) setError(reason);
  });
}

function isOurs(source: string) {
  return source.includes(`${location.origin}/`);
}
