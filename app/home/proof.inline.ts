/** What stands in the sentence until its figures are known. */
export const figureToCome = "…";

/** How long this very page took to show itself, and what it weighed, put into the sentence that waits for them. Nothing is sent anywhere. */
export function showOwnFigures() {
  const place = document.querySelector<HTMLElement>(".proof");
  if (!place) return;
  addEventListener("load", () => setTimeout(() => show(place), 1000));
}

function show(place: HTMLElement) {
  const [page] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & { activationStart?: number })[];
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const files = [page, ...(performance.getEntriesByType("resource") as PerformanceResourceTiming[])];
  const size = files.reduce((sum, file) => sum + (file?.encodedBodySize ?? 0), 0) / 1024;
  const seconds = paint && (paint.startTime - (page?.activationStart ?? 0)) / 1000;
  // Opened in the background, a page is painted when somebody looks at it.
  if (!size || !seconds || seconds > 20) return;
  // In the order of the sentence.
  const figures = [write(Math.max(seconds, 0.1), 1), write(size, 0)];
  const [, sentence, own] = place.children;
  own!.textContent = sentence!.textContent.replaceAll(figureToCome, () => figures.shift()!);
  place.dataset.measured = "";
}

/** Not every browser knows Galician; Spanish writes figures as it does. */
function write(figure: number, digits: number) {
  return figure.toLocaleString([document.documentElement.lang, "es"], { maximumFractionDigits: digits });
}
