import type { PageHandle } from "#app/routing/page-handle.ts";

/** Valid only with `?valid=yes`. */
export const handle: PageHandle = { validate: (url) => url.searchParams.get("valid") === "yes" };

export function loader() {
  return null;
}

export default function InvalidPage() {
  return (
    <main id="content">
      <h1>Valid</h1>
    </main>
  );
}
