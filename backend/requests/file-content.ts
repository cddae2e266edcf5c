import { typeOfEnding, type Ending } from "./file-types.ts";

/** Bytes that are looked at. */
export const enoughToTell = 64 * 1024;

const packed = /^application\/(zip|vnd\.(openxmlformats|oasis)|x-zip)/;
const drawn = /^application\/(pdf|postscript|eps|illustrator)/;

/** What the bytes must be, by how the name ends: nothing runs that says it is a picture. */
const rules: [endings: Ending[], found: RegExp][] = [
  [["png", "jpg", "jpeg", "gif", "webp", "avif", "heic", "heif", "ico", "bmp", "tif", "tiff", "psd"], /^image\/(?!svg)/],
  [["pdf"], /^application\/(pdf|illustrator)/],
  [["ai", "eps"], drawn],
  [["doc", "xls", "ppt"], /^application\/x-cfb/],
  [["docx", "xlsx", "pptx", "odt", "ods", "odp", "zip"], packed],
  [["rtf"], /^(application|text)\/rtf/],
  [["woff", "woff2", "ttf", "otf"], /^font\//],
  [["mp4", "mov", "webm", "mp3", "m4a", "wav", "ogg"], /^((audio|video)\/|application\/ogg)/],
];

/** The type of a file whose name ends so; undefined if its first bytes are something else. */
export async function typeOfContent(ending: Ending, head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = (await fileTypeFromBuffer(head))?.mime as string | undefined;
  const rule = rules.find(([endings]) => endings.includes(ending))?.[1];
  const type = typeOfEnding(ending);
  if (!rule) {
    const isText = isReadable(head) && (!found || /^(application|text)\/(xml|vtt|calendar|vcard)|^image\/svg/.test(found));
    return isText && (ending !== "svg" || /<svg[\s>]/i.test(new TextDecoder().decode(head))) ? type : undefined;
  }
  if (!found || !rule.test(found)) return;
  // One picture may have the name of another.
  return found.startsWith("image/") ? found : type;
}

/** As text editors write it: UTF-8 or Latin-1, or UTF-16 that says so. */
function isReadable(head: Uint8Array): boolean {
  const [first, second] = head;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isWide || !head.includes(0);
}
