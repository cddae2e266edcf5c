// React Router's own inline script reads the storage of every visit, which takes milliseconds before the first picture. A page that was
// never left has nothing there. It must stand alone (no imports): scripts/inline-script.ts turns it into text.
const { state } = history;
if (state?.key) {
  try {
    const place = JSON.parse(sessionStorage.getItem("react-router-scroll-positions") ?? "{}")[state.key];
    if (place) {
      // The browser's own memory of it is older.
      history.scrollRestoration = "manual";
      scrollTo(0, place);
    }
  } catch {
    // Storage may be forbidden: the page begins at its top.
  }
} else history.replaceState({ ...state, key: Math.random().toString(32).slice(2) }, "");
