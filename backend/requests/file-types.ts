import { cleanLine } from "./request.ts";

/* What may be sent with a message. The browser knows it too, so that nobody waits for what is refused. */

/** Files that a website needs, by how their names end, and the type that each is answered with. */
const types = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  heic: "image/heic",
  heif: "image/heif",
  ico: "image/x-icon",
  bmp: "image/bmp",
  tif: "image/tiff",
  tiff: "image/tiff",
  psd: "image/vnd.adobe.photoshop",
  svg: "image/svg+xml",
  pdf: "application/pdf",
  ai: "application/postscript",
  eps: "application/postscript",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  txt: "text/plain",
  md: "text/plain",
  csv: "text/csv",
  rtf: "application/rtf",
  zip: "application/zip",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  wav: "audio/wav",
  ogg: "audio/ogg",
} as const;

export type Ending = keyof typeof types;

/** As a field of a form says it. */
export const accepted = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(",");

/** Undefined for what is not taken. */
export function endingOf(name: string): Ending | undefined {
  const [, ending = ""] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  return Object.hasOwn(types, ending) ? (ending as Ending) : undefined;
}

export function typeOfEnding(ending: Ending): string {
  return types[ending];
}

/** Files that go with one message. */
export const mostFiles = 50;

/** As file systems have them, in UTF-8, with room for what a download may add. */
const longestName = 200;

/** What a file is called, without its folders, controls, and marks that would turn the name around; it ends as it ended. */
export function cleanFileName(given: string): string {
  const name = cleanLine(given.normalize("NFC").replace(/^.*[/\\]/s, "")).replace(/[\u200e\u200f\u061c]/g, "");
  const [, start = "", end = ""] = /^(.*?)((?:\.[^.]{1,12})?)$/s.exec(name)!;
  const room = longestName - bytesIn(end);
  let short = start;
  while (bytesIn(short) > room) short = [...short].slice(0, -1).join("");
  return `${short.trim() || "file"}${end}`;
}

const bytesIn = (text: string) => new TextEncoder().encode(text).length;
