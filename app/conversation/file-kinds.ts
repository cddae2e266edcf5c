/** What browsers show by themselves, without running anything of it. */
export function opensInBrowser(type: string): boolean {
  return /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon)|application\/pdf|text\/plain|(audio|video)\/.+)$/.test(type);
}

/** What the storage makes small pictures of. */
export function canBeSmall(type: string): boolean {
  return /^image\/(png|jpeg|gif|webp|avif)$/.test(type);
}

/** Bytes of a PDF whose first page is drawn: by the reader's browser, which may be a telephone's. */
export const largestDrawnPdf = 10 * 1024 * 1024;
