import { z } from "zod";
import { defaultLocale, type Locale } from "./locales.ts";

const files = import.meta.glob<string>("/content/*/legal/*.md", { query: "?raw", import: "default", eager: true });

export const legalNames = ["aviso-legal", "politica-privacidad", "politica-cookies", "terminos-condiciones"];

const frontMatter = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  version: z.string().min(1),
  /** What still has to happen before the document may be public; the launch check reports it. */
  review: z.string().optional(),
  date: z.iso.date().transform((day) => new Date(`${day}T12:00:00Z`)),
});

export type DocumentHead = z.output<typeof frontMatter>;
type Source = DocumentHead & { body: string };
const known = new Map<string, Source>();

/** A Markdown file of `content/<locale>/legal/` as it is written: its head, checked, and its body. */
export function readDocument(locale: Locale, name: string): Source {
  const file = `/content/${locale}/legal/${name}.md`;
  const document = known.get(file) ?? parseDocument(files[file], locale, name);
  known.set(file, document);
  return document;
}

function parseDocument(source: string | undefined, locale: Locale, name: string): Source {
  if (!source && locale !== defaultLocale) {
    console.error(`The legal document "${name}" is missing in "${locale}"; using "${defaultLocale}".`);
    return readDocument(defaultLocale, name);
  }
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source ?? "") ?? [];
  if (head === undefined || body === undefined) throw new Error(`No legal document "${name}" in "${locale}"`);
  return { ...frontMatter.parse(readHead(head)), body };
}

/** `key: value` lines, the value bare or in double quotes. */
function readHead(head: string): Record<string, string> {
  return Object.fromEntries(
    head.split("\n").map((line) => {
      const [key, ...value] = line.split(":");
      return [key, value.join(":").trim().replaceAll(/^"|"$/g, "")];
    }),
  );
}
