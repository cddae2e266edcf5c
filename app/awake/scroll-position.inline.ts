// In place of React Router's own inline script, which reads the storage of every visit: that takes milliseconds before the first paint, and
// a page that was never left has nothing there.
import { scrollPositionsKey } from "./scroll-positions-key.ts";

const { state } = history;
if (state?.key) {
  try {
    const position = JSON.parse(sessionStorage.getItem(scrollPositionsKey) ?? "{}")[state.key];
    if (position) {
      // The browser's own memory of it is older.
      history.scrollRestoration = "manual";
      scrollTo(0, position);
    }
  } catch {
    // Storage may be forbidden: the page begins at its top.
  }
} else history.replaceState({ ...state, key: Math.random().toString(32).slice(2) }, "");
