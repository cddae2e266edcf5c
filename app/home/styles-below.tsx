import { useContext, useState } from "react";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { DocumentContext } from "#app/document.ts";
import styles from "#app/below.css?inline";

/**
 * The first screen does not wait for the styles of what stands below it. In the browser the styles of all pages are there before React, and
 * these are turned off (app/awake/waking.inline.ts).
 */
export function StylesBelow() {
  const { nonce } = useContext(DocumentContext);
  const isAwake = useHydrated();
  const [cameWithPage] = useState(!isAwake);
  if (!cameWithPage) return null;
  const text = import.meta.env.SSR ? styles : "";
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
