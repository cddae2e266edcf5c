import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import { writeDurably } from "#backend/durable-files.ts";
import type { Settings } from "#backend/settings.ts";
import { StartError } from "#backend/start-error.ts";

export type Keys = {
  /** What browsers send with every call, and what only servers have. */
  publishableKey: string;
  secretKey: string;
  privateKey: CryptoKey;
  /** The key that a token may be checked with: the one it names, or the present one. */
  publicKey(kid: string | undefined): CryptoKey;
  /** The name of the present one. */
  kid: string;
  /** All public halves, as they are published. */
  publicJwks: JWK[];
  /** A keyed hash for a purpose of its own: what mails bring, and what is counted. */
  mac(purpose: string, text: string): string;
  /** The key that a secret is stored under. */
  sealingKey(id: string): Buffer;
};

/** What is in the file. Those of the first version had the signing key alone. */
export type StoredKeys = {
  signingKey: JWK;
  publishableKey: string;
  secretKey: string;
  mailKey?: string;
  sealingKey?: string;
  /** Public halves of signing keys that were replaced: their tokens are good until they end. */
  formerKeys?: { key: JWK; until: string }[];
};

export const keysFile = (dataDir: string) => join(dataDir, "auth-keys.json");

/** The keys of the settings; those that are missing are made once and kept in the data folder. */
export async function openKeys({ dataDir, supabase, auth }: Settings): Promise<Keys> {
  const file = keysFile(dataDir);
  const stored: StoredKeys = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : await makeKeys(file, auth.signingKey);
  const signingKey = auth.signingKey ?? stored.signingKey;
  if (!stored.mailKey || !stored.sealingKey) {
    // What was mailed and stored so far goes on under the key that came from the signing key, whatever becomes of that.
    stored.mailKey = stored.sealingKey = derived(signingKey);
    writeKeys(file, stored);
  }
  const { mailKey, sealingKey } = stored as Required<StoredKeys>;
  const kid = await nameOf(signingKey);
  const former = (stored.formerKeys ?? []).filter(({ until }) => new Date(until) > new Date());
  const publicJwks = [
    publicHalf(signingKey, kid),
    ...(await Promise.all(former.map(async ({ key }) => publicHalf(key, await nameOf(key))))),
  ];
  try {
    const publicKeys = new Map<string | undefined, CryptoKey>();
    for (const jwk of publicJwks) publicKeys.set(jwk.kid, (await importJWK(jwk, "ES256")) as CryptoKey);
    return {
      publishableKey: supabase.publishableKey ?? stored.publishableKey,
      secretKey: supabase.secretKey ?? stored.secretKey,
      privateKey: (await importJWK({ ...signingKey, key_ops: ["sign"] }, "ES256")) as CryptoKey,
      publicKey: (name) => publicKeys.get(name) ?? publicKeys.get(kid)!,
      kid,
      publicJwks,
      mac: (purpose, text) => hmac(mailKey, `${purpose}\0${text}`).toString("base64url"),
      sealingKey: (id) => hmac(sealingKey, `totp secret\0${id}`),
    };
  } catch {
    throw new StartError("The setting AUTH_SIGNING_KEY must be a private key for ES256, as a JWK.");
  }
}

async function nameOf(key: JWK): Promise<string> {
  return key.kid ?? (await calculateJwkThumbprint(key));
}

function publicHalf({ d: _secret, ...rest }: JWK, kid: string): JWK {
  return { ...rest, kid, use: "sig", alg: "ES256", key_ops: ["verify"] };
}

function hmac(key: string, text: string): Buffer {
  return createHmac("sha256", Buffer.from(key, "base64url")).update(text).digest();
}

function derived({ d = "" }: JWK): string {
  return Buffer.from(hkdfSync("sha256", Buffer.from(d, "base64url"), "", "abrente auth", 32)).toString("base64url");
}

const newKey = () => randomBytes(32).toString("base64url");

async function newSigningKey(): Promise<JWK> {
  return exportJWK((await generateKeyPair("ES256", { extractable: true })).privateKey);
}

async function makeKeys(file: string, given?: JWK): Promise<StoredKeys> {
  const stored = {
    signingKey: await newSigningKey(),
    publishableKey: `sb_publishable_${randomBytes(24).toString("base64url")}`,
    secretKey: `sb_secret_${randomBytes(24).toString("base64url")}`,
    // Copies that share the setting must agree, and may have folders of their own.
    mailKey: given ? derived(given) : newKey(),
    sealingKey: given ? derived(given) : newKey(),
  };
  writeKeys(file, stored);
  return stored;
}

function writeKeys(file: string, stored: StoredKeys) {
  writeDurably(file, JSON.stringify(stored, null, 2));
}

/** Longer than a token lives. */
const overlap = 2 * 3_600_000;

/**
 * A new key for the tokens. Those that are out stay good until they end, unless the keys have leaked: then none is, and the secret key and the
 * key of the mails are new too. Second factors are stored under a key of their own, which stays: nobody is locked out.
 */
export async function rotateKeys(dataDir: string, { leaked }: { leaked: boolean }) {
  const file = keysFile(dataDir);
  const stored: StoredKeys = JSON.parse(readFileSync(file, "utf8"));
  const { d: _secret, ...former } = stored.signingKey;
  const until = new Date(Date.now() + overlap).toISOString();
  writeKeys(file, {
    ...stored,
    sealingKey: stored.sealingKey ?? derived(stored.signingKey),
    mailKey: leaked ? newKey() : (stored.mailKey ?? derived(stored.signingKey)),
    signingKey: await newSigningKey(),
    ...(leaked && { secretKey: `sb_secret_${randomBytes(24).toString("base64url")}` }),
    formerKeys: leaked ? [] : [{ key: former, until }, ...(stored.formerKeys ?? []).filter((one) => new Date(one.until) > new Date())],
  });
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
