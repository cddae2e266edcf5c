declare global {
  interface Window {
    /** Made once consent was given, by measure.ts. */
    dataLayer?: unknown[];
  }
}

/** Tells the tags of something, if there are any. Never anything personal. */
export function track(event: string, values: Record<string, string> = {}) {
  window.dataLayer?.push({ event, ...values });
}
