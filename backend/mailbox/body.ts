import { compile } from "html-to-text";
import type { MessageStructureObject } from "imapflow";
import PostalMime from "postal-mime";
import { logo } from "#backend/mail/logo.ts";

/** Of a text this much is read, as it was sent. */
export const largestText = 256 * 1024;
/** Parts that are looked at; more is not the mail of a person. */
const mostParts = 200;

export type Part = { part: string; type: string; name: string; size: number };
export type Parts = {
  /** What is read one after the other. */
  texts: Part[];
  files: Part[];
};

/** Texts, and what is attached to them. Of several forms of the same text it is the plain one. */
export function partsOf(structure: MessageStructureObject): Parts {
  const found: Parts = { texts: [], files: [] };
  let looked = 0;
  gather(structure);
  return found;

  /** What belongs to another form of a text is no text again, but pictures may be in that form alone. */
  function gather(node: MessageStructureObject, isOtherForm = false) {
    if (++looked > mostParts) return;
    const children = node.type.startsWith("multipart/") ? (node.childNodes ?? []) : [];
    const chosen = node.type === "multipart/alternative" ? chosenOf(children) : undefined;
    for (const child of children) gather(child, isOtherForm || (!!chosen && child !== chosen));
    if (children.length > 0) return;
    const part = partOf(node);
    const isText = (node.type === "text/plain" || node.type === "text/html") && node.disposition !== "attachment" && !part.name;
    if (isText && !isOtherForm) found.texts.push(part);
    const isFile = !isText && !(isOtherForm && node.type.startsWith("text/")) && !isSeal(node) && !isLogo(node);
    if (isFile) found.files.push({ ...part, name: part.name || nameOf(node.type) });
  }
}

function chosenOf(forms: MessageStructureObject[]): MessageStructureObject | undefined {
  return forms.find(({ type, size = 0 }) => type === "text/plain" && size > 2) ?? forms.findLast(({ type }) => type !== "text/calendar");
}

/** Those that mail programs give no name. */
function nameOf(type: string): string {
  return type === "message/rfc822" ? "email.eml" : `file.${type.split("/")[1]?.replace("plain", "txt")}`;
}

/** Our own, which answers bring back. */
function isLogo({ id }: MessageStructureObject): boolean {
  return !!id?.startsWith(`<${logo.cid}`);
}

/** The signature of a program, which nobody reads. */
function isSeal({ type }: MessageStructureObject): boolean {
  return /^application\/(pgp|pkcs7|x-pkcs7)-signature$/.test(type);
}

function partOf({ part = "", type, parameters, dispositionParameters, size = 0, encoding }: MessageStructureObject): Part {
  const name = dispositionParameters?.filename || parameters?.name || "";
  return { part, type, name, size: encoding === "base64" ? Math.floor((size * 3) / 4) : size };
}

const toText = compile({
  wordwrap: false,
  preserveNewlines: false,
  limits: { maxDepth: 100, maxInputLength: largestText },
  selectors: [
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: "img", format: "skip" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "p", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
});

/** The text of a part, from its own head and its bytes. */
export async function readText(head: Uint8Array, bytes: Uint8Array): Promise<string> {
  const { text = "", html } = await PostalMime.parse(Buffer.concat([head, bytes]), { maxRfc822NestingDepth: 0 });
  return html ? toText(html) : text;
}
