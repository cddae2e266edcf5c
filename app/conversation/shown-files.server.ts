import type { FileRow } from "#backend/database/schema.ts";
import { mostFiles } from "#backend/requests/file-types.ts";
import { largestFile } from "#backend/requests/files.ts";
import type { Content } from "#content/en/index.ts";
import { fileSize, fill, fillAll, wholeNumber } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { canBeSmall, largestDrawnPdf, opensInBrowser } from "./file-kinds.ts";
import type { ShownFile } from "./files.tsx";

/** Where the files of a conversation are, for whoever came to its page by this query. */
export function filesAddress(locale: Locale, page: "/conversation" | "/admin/messages", query: Record<string, string>): string {
  return `${localePath(locale, `${page}/files`)}?${new URLSearchParams(query)}`;
}

/** A drawing is shown as it is: browsers run nothing of it in a picture. */
const largestDrawing = 512 * 1024;

export function shownFile({ id, name, type, size }: FileRow, address: string, locale: Locale): ShownFile {
  const file = `${address}&file=${id}`;
  const isDrawing = type === "image/svg+xml" && size <= largestDrawing;
  return {
    id,
    name,
    size: fileSize(locale, size),
    open: opensInBrowser(type) ? file : undefined,
    download: `${file}&download=`,
    small: canBeSmall(type) ? `${file}&small=` : isDrawing ? file : undefined,
    pdf: type === "application/pdf" && size <= largestDrawnPdf ? file : undefined,
  };
}

/** All of them in one, where there are several. */
export function allFiles(files: FileRow[], address: string, locale: Locale, { all }: Content["files"]) {
  if (files.length < 2) return;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return { href: `${address}&all=`, label: fill(all, { n: wholeNumber(locale, files.length), size: fileSize(locale, size) }) };
}

/** What the field for files says, with its limits. */
export function fileTexts(locale: Locale, { files }: Content, filesPerConversation: number): Content["files"] {
  return { ...files, ...fillAll({ hint: files.hint, errors: files.errors }, limitsIn(locale, filesPerConversation)) };
}

function limitsIn(locale: Locale, total: number) {
  return { max: fileSize(locale, largestFile), total: fileSize(locale, total), n: wholeNumber(locale, mostFiles) };
}
