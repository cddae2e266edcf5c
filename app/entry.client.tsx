import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { guardReloads } from "./awake/reload-guard.ts";
import { watchBuilds } from "./awake/new-build.ts";
import { fetchPatiently } from "./awake/out-of-reach.ts";
import { recordError, recordUnhandledErrors } from "./error/app-error.ts";
import { FatalBoundary, FatalDocument } from "./error/fatal.tsx";
import { adoptIcons } from "./ui/icon-store.ts";

// Everything the page asks for goes through the one helper, React Router's own requests included.
window.fetch = fetchPatiently;

try {
  guardReloads();
  recordUnhandledErrors();
  adoptIcons(document);
  watchBuilds(document.documentElement.dataset.build);
  startTransition(() => {
    hydrateRoot(
      document,
      <FatalBoundary>
        <HydratedRouter />
      </FatalBoundary>,
      // React has already mended these: a note for us, not an error for the visitor.
      { onRecoverableError: (error) => console.warn(error) },
    );
  });
} catch (error) {
  recordError(error);
  createRoot(document).render(<FatalDocument error={error} />);
}
