import { useState, useSyncExternalStore } from "react";
import type { Content } from "#content/en/index.ts";
import { newBuild } from "#app/awake/new-build.ts";
import { reload } from "#app/awake/reload-guard.ts";
import { Button } from "#app/ui/button.tsx";

/** Offers a reload when the server runs a newer build. It waits politely in a corner. */
export function NewBuildNotice({ text }: { text: Content["shell"]["newBuild"] }) {
  const found = useSyncExternalStore(newBuild.subscribe, newBuild.found, () => false);
  const [dismissed, setDismissed] = useState(false);
  return (
    <div role="status">
      {found && !dismissed && (
        <div className="fixed inset-x-4 bottom-4 z-(--layer-overlay) flex max-w-md flex-wrap items-center gap-3 rounded-md border border-line bg-foam p-4 shadow-lg md:left-auto">
          <p className="grow">{text.text}</p>
          <Button onClick={reload}>{text.reload}</Button>
          <Button look="quiet" onClick={() => setDismissed(true)}>
            {text.later}
          </Button>
        </div>
      )}
    </div>
  );
}
