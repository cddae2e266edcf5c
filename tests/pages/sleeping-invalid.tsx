import type { PageHandle } from "#app/routing/page-handle.ts";

/** A public page with a validity check: it must be made for each request. */
export const handle: PageHandle = { sleeps: true, validate: (url) => url.searchParams.get("valid") === "yes" };

export function loader() {
  return null;
}

export default function SleepingInvalidPage() {
  return (
    <main id="content">
      <h1>Valid</h1>
    </main>
  );
}
