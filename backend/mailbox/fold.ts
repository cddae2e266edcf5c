/** What somebody wrote in a mail, and the rest of it: quotes and signature. All lines are in one of the two. */
export type Folded = { text: string; rest: string };

/** Lines that a line may look ahead for what belongs to it: long ones are broken by mail programs. */
const ahead = 4;
/** Letters of an attribution. */
const longest = 500;

/** Who said what is quoted, as mail programs put it before a quote: "On …, … wrote:". There is a date in it. */
const attribution = /^(on|el|o|em|en|le|am|a|as|ás|às)\b.*(wrote|escribió|escribiu|escreveu|a écrit|schrieb)\s*:$/iu;
const startsAttribution = /^(on|el|o|em|en|le|am|a|as|ás|às)\s/iu;
/** Others have the name first. */
const namedAttribution = /^.{1,200}<[^<>\s@]+@[^<>\s@]+>\)?\s+(wrote|escribió|escribiu|escreveu)\s*:$/iu;

/** The head that Outlook puts before a quote without marks, and lines that announce one. */
const from = /^[*_]*(from|de)\s*:[*_]*\s*\S/iu;
const sent = /^[*_]*(sent|date|enviado|enviado el|enviado o|fecha|data)\s*:[*_]*\s*\S/iu;
const subject = /^[*_]*(subject|asunto|assunto|tema)\s*:/iu;
const announced =
  /^-{3,}\s*(original message|mensaje original|mensaxe orixinal|mensagem original|forwarded message|mensaje reenviado|mensaxe reenviada)\s*-{3,}$/iu;
const ruled = /^_{10,}$/u;

const dashes = /^--\s?$/u;
const phones =
  /^(sent from my .{1,60}|sent from outlook.{0,60}|get outlook for .{1,40}|sent from yahoo mail.{0,60}|enviado (desde|dende|do|de) .{1,80}|obtener outlook para .{1,40}|obter outlook para .{1,40})$/iu;

/** Puts aside what its readers have read before. An answer between the quotes keeps those that it is between. */
export function fold(whole: string): Folded {
  const lines = whole.split("\n");
  const end = startOfUnmarked(lines);
  const isOwn = lines.map((line, number) => number < end && line.trim() !== "" && !isMarked(line));
  putAsideAttributions(lines, isOwn);
  putAsideSignatures(lines, isOwn);
  const [first, last] = [isOwn.indexOf(true), isOwn.lastIndexOf(true)];
  // Quotes alone: better these than nothing.
  if (first === -1) return { text: whole.trim(), rest: "" };
  const isBetween = lines.slice(first, last).some((line, number) => !isOwn[first + number] && line.trim() !== "");
  const start = isBetween ? 0 : first;
  return {
    text: trimmed(lines.slice(start, last + 1)),
    rest: [trimmed(lines.slice(0, start)), trimmed(lines.slice(last + 1))].filter(Boolean).join("\n\n"),
  };
}

function isMarked(line: string): boolean {
  return /^\s?>/.test(line);
}

/** Where a quote begins that has no marks: it goes on to the end. */
function startOfUnmarked(lines: string[]): number {
  const found = lines.findIndex((line, number) => {
    const next = lines.slice(number + 1, number + 1 + ahead).map((one) => one.trim());
    const at = line.trim();
    if (announced.test(at)) return true;
    if (ruled.test(at)) return next.some((one) => from.test(one));
    if (from.test(at)) return next.some((one) => sent.test(one)) || (next.some((one) => subject.test(one)) && next.length > 1);
    const length = attributionAt(lines, number);
    return length > 0 && !isMarked(lines[nextFilled(lines, number + length)] ?? ">");
  });
  return found === -1 ? lines.length : found;
}

/** How many lines the attribution has that begins here; none where there is none. */
function attributionAt(lines: string[], number: number): number {
  const line = lines[number]!.trim();
  if (line.length > longest) return 0;
  if (!startsAttribution.test(line) && !namedAttribution.test(line)) return 0;
  const end = lines.slice(number, number + ahead).findIndex((one) => one.trimEnd().endsWith(":"));
  const said = lines
    .slice(number, number + end + 1)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  if (said.length > longest) return 0;
  return namedAttribution.test(said) || (attribution.test(said) && /\d/.test(said)) ? end + 1 : 0;
}

function nextFilled(lines: string[], number: number): number {
  while (lines[number]?.trim() === "") number++;
  return number;
}

function putAsideAttributions(lines: string[], isOwn: boolean[]) {
  for (const [number, own] of isOwn.entries()) {
    if (own) isOwn.fill(false, number, number + attributionAt(lines, number));
  }
}

/** What follows two dashes, up to a quote; and what telephones write at the end of what was typed. */
function putAsideSignatures(lines: string[], isOwn: boolean[]) {
  for (const [number, line] of lines.entries()) {
    if (!isOwn[number] || !dashes.test(line)) continue;
    for (let at = number; at < lines.length && isOwn[at]; at = nextFilled(lines, at + 1)) isOwn[at] = false;
  }
  const last = isOwn.lastIndexOf(true);
  if (last > 0 && phones.test(lines[last]!.trim())) isOwn[last] = false;
}

function trimmed(lines: string[]): string {
  return lines
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}
