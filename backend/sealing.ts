import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const lengths = { nonce: 12, tag: 16 };

/** The text, readable and changeable for nobody without the key. */
export function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(lengths.nonce);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: lengths.tag });
  return Buffer.concat([nonce, sealing.update(text, "utf8"), sealing.final(), sealing.getAuthTag()]).toString("base64url");
}

/** Throws where it was sealed with another key, or not at all. */
export function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, lengths.nonce), { authTagLength: lengths.tag });
  opening.setAuthTag(bytes.subarray(-lengths.tag));
  return opening.update(bytes.subarray(lengths.nonce, -lengths.tag), undefined, "utf8") + opening.final("utf8");
}
