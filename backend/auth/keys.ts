import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import type { Settings } from "#backend/settings.ts";
import { StartError } from "#backend/start-error.ts";

export type Keys = {
  /** What browsers send with every call, and what only servers have. */
  publishableKey: string;
  secretKey: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** The public half, as it is published. */
  publicJwk: JWK;
  /** A keyed hash for a purpose of its own; its key comes from the signing key. */
  mac(purpose: string, text: string): string;
};

type Stored = { signingKey: JWK; publishableKey: string; secretKey: string };

/** The keys of the settings; those that are missing are made once and kept in the data folder. */
export async function openKeys({ dataDir, supabase, auth }: Settings): Promise<Keys> {
  const file = join(dataDir, "auth-keys.json");
  const stored: Stored = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : await makeKeys(file);
  const signingKey = auth.signingKey ?? stored.signingKey;
  const { d, ...publicHalf } = signingKey;
  const publicJwk: JWK = {
    ...publicHalf,
    kid: signingKey.kid ?? (await calculateJwkThumbprint(signingKey)),
    use: "sig",
    alg: "ES256",
    key_ops: ["verify"],
  };
  const derived = Buffer.from(hkdfSync("sha256", Buffer.from(d ?? "", "base64url"), "", "abrente auth", 32));
  try {
    return {
      publishableKey: supabase.publishableKey ?? stored.publishableKey,
      secretKey: supabase.secretKey ?? stored.secretKey,
      privateKey: (await importJWK({ ...signingKey, key_ops: ["sign"] }, "ES256")) as CryptoKey,
      publicKey: (await importJWK(publicJwk, "ES256")) as CryptoKey,
      publicJwk,
      mac: (purpose, text) => createHmac("sha256", derived).update(`${purpose}\0${text}`).digest("base64url"),
    };
  } catch {
    throw new StartError("The setting AUTH_SIGNING_KEY must be a private key for ES256, as a JWK.");
  }
}

async function makeKeys(file: string): Promise<Stored> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const stored = {
    signingKey: await exportJWK(privateKey),
    publishableKey: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    secretKey: `sb_secret_${randomBytes(24).toString("base64url")}`,
  };
  writeFileSync(`${file}.new`, JSON.stringify(stored, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return stored;
}

/** What is stored of something that opens: it cannot be turned back. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Compares without telling by its time where two texts begin to differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
