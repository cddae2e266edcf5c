import { createContext, useContext } from "react";

/** The nonce of a page rendered per request; empty on public pages and in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce() {
  return useContext(NonceContext);
}
