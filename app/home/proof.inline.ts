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
  const files = [...(page ? [page] : []), ...(performance.getEntriesByType("resource") as PerformanceResourceTiming[])];
  const size = weightOf(files) / 1024;
  const seconds = paint && (paint.startTime - (page?.activationStart ?? 0)) / 1000;
  // Opened in the background, a page is painted when somebody looks at it.
  if (!size || !seconds || seconds > 20) return;
  // In the order of the sentence. Not by Intl: its first use would keep the page busy for longer than it took to show itself.
  const figures = [Math.max(seconds, 0.1).toFixed(1).replace(".", place.dataset.point!), size.toFixed(0)];
  const [, sentence, own] = place.children;
  own!.textContent = sentence!.textContent.replaceAll(figureToCome, () => figures.shift()!);
  place.dataset.measured = "";
}

/** What the page needed to be seen. What it brings along when somebody touches it, and it wakes, is not of that. */
export function weightOf(files: Pick<PerformanceResourceTiming, "name" | "encodedBodySize">[]): number {
  return files.filter(({ name }) => !/\.(js|css)$|\/awake\//.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
