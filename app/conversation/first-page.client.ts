import { getDocument, GlobalWorkerOptions } from "pdfjs-dist/legacy/build/pdf.mjs";

GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url).href;

/** Pixels that the picture of a page may have. */
const room = { width: 640, height: 360 };

/** Milliseconds. What takes longer is made to take long. */
const patience = 20_000;

/** By address: whoever comes back to a conversation sees its files at once. */
const pictures = new Map<string, Promise<string | undefined>>();
let last: Promise<unknown> = Promise.resolve();

/** A picture of the first page of a PDF; none of one that is broken, locked, or says nothing. One after the other, so that the page stays quick. */
export function firstPage(address: string): Promise<string | undefined> {
  const known = pictures.get(address);
  if (known) return known;
  const picture = last.then(() => draw(address)).catch(() => undefined);
  last = picture;
  pictures.set(address, picture);
  return picture;
}

/** Every file has a worker of its own, which ends with it. */
async function draw(address: string): Promise<string | undefined> {
  // No more of the file is asked for than its first page needs.
  const task = getDocument({
    url: new URL(address, location.href).href,
    disableAutoFetch: true,
    disableStream: true,
    useWasm: false,
    verbosity: 0,
  });
  const timer = setTimeout(() => void task.destroy(), patience);
  try {
    const page = await (await task.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(room.width / width, room.height / height) });
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(viewport.width));
    canvas.height = Math.max(1, Math.round(viewport.height));
    // Not in steps of the screen's: those wait for a tab that nobody looks at.
    await page.render({ canvas, viewport, intent: "print" }).promise;
    return isBlank(canvas) ? undefined : canvas.toDataURL("image/webp");
  } finally {
    clearTimeout(timer);
    await task.destroy();
  }
}

function isBlank(canvas: HTMLCanvasElement): boolean {
  const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  return data.every((value) => value === 255);
}
