import { useContext } from "react";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { DocumentContext } from "#app/document.ts";
import styles from "#app/below.css?inline";

/** The first screen does not wait for the styles of what stands below it. In the browser the styles of all pages are there before React. */
export function StylesBelow() {
  const { nonce } = useContext(DocumentContext);
  if (useHydrated()) return null;
  const text = import.meta.env.SSR ? styles : "";
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
