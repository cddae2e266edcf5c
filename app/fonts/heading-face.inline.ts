const { dataset } = document.documentElement;
// Nothing is set in it before it is there. Any other value of `display` has all text laid out again when it is late.
const face = new FontFace("Piazzolla", `url(${dataset.face})`, { weight: "500 800", display: "swap" });
let asked = false;

/** The face of the headings would hold up the first paint, so it comes after it. Within the site it is in the cache already. */
export function loadHeadingFace() {
  // Before there is anything to lay out: a face that is added later makes the browser lay out all text again, whatever it is set in.
  document.fonts.add(face);
  if (document.referrer.startsWith(location.origin)) load();
  new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint")[0] && load()).observe({ type: "paint" });
  // For browsers that say nothing of the first paint.
  addEventListener("load", () => setTimeout(load, 1000));
}

function load() {
  if (asked) return;
  asked = true;
  face.load().then(
    () => (dataset.faceReady = ""),
    () => {},
  );
}
