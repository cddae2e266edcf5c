/** A piece of a text; with an address, it is a link. */
export type Part = { text: string; href?: string };

const email = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
/** What stands around an address in a sentence and is no part of it. */
const before = "([{<«“‘\"'";
const after = ".,;:!?)]}>»”’\"'…";
const longest = 2000;

/** The words of a text and the links in it: web and mail addresses, and nothing else that a browser would follow. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = [];
  for (const part of text.split(/(\s+)/).flatMap(partsOf)) {
    const last = parts.at(-1);
    if (last && !last.href && !part.href) last.text += part.text;
    else if (part.text) parts.push({ ...part });
  }
  return parts;
}

function partsOf(word: string): Part[] {
  let start = 0;
  let end = word.length;
  while (start < end && before.includes(word[start]!)) start++;
  while (end > start && after.includes(word[end - 1]!)) end--;
  const inner = word.slice(start, end);
  const href = addressOf(inner);
  return href ? [{ text: word.slice(0, start) }, { text: inner, href }, { text: word.slice(end) }] : [{ text: word }];
}

function addressOf(word: string): string | undefined {
  if (word.length > longest) return;
  if (email.test(word)) return `mailto:${word}`;
  // No other scheme: a browser would run some of them.
  if (!/^(?:https?:\/\/|mailto:)\S/i.test(word)) return;
  return URL.parse(word)?.href;
}
