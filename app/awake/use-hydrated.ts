import { useSyncExternalStore } from "react";

/** False on the server and while React takes over the server's page, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
