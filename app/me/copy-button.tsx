import { useState } from "react";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { Button } from "#app/ui/button.tsx";

/** Copies a text; absent where there is no JavaScript to do it. */
export function CopyButton({ value, label, done }: { value: string; label: string; done: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!useHydrated()) return null;
  return (
    <>
      <Button type="button" look="quiet" onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}>
        {label}
      </Button>
      <span role="status" className="text-sm text-muted">
        {isCopied && done}
      </span>
    </>
  );
}
