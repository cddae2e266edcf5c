import type { PageHandle } from "#app/routing/page-handle.ts";

/** Uses what only a browser has, while rendering. */
export const handle: PageHandle = { clientOnly: true };

export default function ClientOnlyPage() {
  return (
    <main id="content">
      <h1>Window of {window.innerWidth} pixels</h1>
    </main>
  );
}
