import { Secret, TOTP } from "otpauth";
import QRCode from "qrcode";
import { seal, unseal } from "#backend/sealing.ts";
import { agency } from "#content/agency.ts";
import type { Keys } from "./keys.ts";

/** What every authenticator app understands. */
const form = { algorithm: "SHA1", digits: 6, period: 30 };

/** A new secret, and what an authenticator app takes it from: a picture, the letters, a link. */
export async function makeSecret(account: string, issuer: string = agency.name) {
  const totp = new TOTP({ ...form, issuer, label: account, secret: new Secret({ size: 20 }) });
  const uri = totp.toString();
  return { qr_code: await picture(uri), secret: totp.secret.base32, uri };
}

/** auth-js puts it behind `data:image/svg+xml;utf-8,` as it is, where a # would end the address. */
async function picture(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: "svg" });
  return svg.replaceAll("#ffffff", "white").replaceAll("#000000", "black").trim();
}

/** The time step that a code belongs to: this one, the one before or the next, for clocks that differ. */
export function stepOf(secret: string, code: string): number | undefined {
  const totp = new TOTP({ ...form, secret });
  const timestamp = Date.now();
  const delta = totp.validate({ token: code.trim(), timestamp, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** What is in the database gives no codes: its key is elsewhere, one for each factor. */
export function sealSecret(keys: Keys, factorId: string, secret: string): string {
  return seal(keys.sealingKey(factorId), secret);
}

export function unsealSecret(keys: Keys, factorId: string, sealed: string): string {
  try {
    return unseal(keys.sealingKey(factorId), sealed);
  } catch (cause) {
    throw new Error("Could not read the secret of a second factor; it was stored under another key", { cause });
  }
}
