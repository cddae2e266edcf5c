const accents = "áàâäãéèêëíìîïóòôöõúùûüñç";
const letters = "aaaaaeeeeiiiiooooouuuunc";

/** A Spanish phone number as people write it. Between its digits are a few signs at most, so that nothing long is gone through for each start. */
const phone = /(?<![\p{L}\p{N}])(?:(?:\+|00)34)?[\s.()-]{0,3}([6-9](?:[\s.()-]{0,3}\d){8})(?![\p{L}\p{N}])/gu;
const mostWords = 10;

/**
 * What was typed into a search, as patterns of `like`: all of them must be somewhere in what `public.plain_text` made. One or two letters are
 * looked for where a word begins; anywhere, they would be everywhere.
 */
export function searchPatterns(typed: string): string[] {
  return plainText(typed)
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => `%${word.length < 3 ? " " : ""}${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
}

/** Without case and accents, as the database keeps what is searched. */
function plainText(typed: string): string {
  return (
    typed
      .normalize("NFC")
      // It is stored, and so found, as one word with its prefix.
      .replace(phone, (_, number: string) => ` 34${number.replace(/\D/g, "")} `)
      .toLowerCase()
      .replace(/\P{ASCII}/gu, (letter) => letters[accents.indexOf(letter)] ?? letter)
  );
}
