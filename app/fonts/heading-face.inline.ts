let asked = false;

/** The face of the headings would hold up the first paint, so it comes after it. Within the site it is in the cache already. */
export function loadHeadingFace() {
  if (document.referrer.startsWith(location.origin)) load();
  new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint")[0] && load()).observe({ type: "paint" });
  // For browsers that say nothing of the first paint.
  addEventListener("load", () => setTimeout(load, 1000));
}

function load() {
  if (asked) return;
  asked = true;
  new FontFace("Piazzolla", `url(${document.documentElement.dataset.face})`, { weight: "500 800" }).load().then(
    (face) => document.fonts.add(face),
    () => {},
  );
}
