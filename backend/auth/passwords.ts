import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { AuthError } from "./errors.ts";
import { tooManyRequests } from "./limits.ts";
import { shortestPassword, weaknessOf } from "./password-rule.ts";

/** What argon2 still reads; GoTrue, with bcrypt, stops at 72. */
const longest = 200;

/** OWASP's first choice for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };

/** Of an account that is not confirmed, in tests: as many as a Supabase project wants. */
const shortestUnconfirmed = 6;

/** Refuses what a Supabase project on a developer's machine refuses too, and no more. */
export function checkLength(password: string) {
  if ([...password].length < shortestUnconfirmed) throw weak(`Password should be at least ${shortestUnconfirmed} characters.`, ["length"]);
  checkLongest(password);
}

/** Refuses a password that is easy to guess, with GoTrue's reasons. */
export function checkStrength(password: string, { email }: { email?: string | null }) {
  const weakness = weaknessOf(password, email);
  if (weakness === "length") throw weak(`Password should be at least ${shortestPassword} characters.`, ["length"]);
  checkLongest(password);
  if (weakness) throw weak("Password is known to be weak and easy to guess, please choose a different one.", ["pwned"]);
}

function checkLongest(password: string) {
  if (password.length > longest) throw new AuthError(400, "validation_failed", `Password cannot be longer than ${longest} characters`);
}

function weak(message: string, reasons: string[]): AuthError {
  return new AuthError(422, "weak_password", message, { weak_password: { reasons } });
}

const hashForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** The hash in the usual notation: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await digest(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plainBase64(salt)}$${plainBase64(hash)}`;
}

/** Whether it is a hash that we can check a password against, at a cost that this machine can bear. */
export function isPasswordHash(encoded: string): boolean {
  const [, memory, passes, parallelism, salt, hash] = hashForm.exec(encoded) ?? [];
  if (!salt || !hash || encoded.length > 255) return false;
  const lanes = Number(parallelism);
  const isBearable = Number(memory) <= 262_144 && Number(passes) <= 10 && lanes <= 16;
  const isValid = lanes >= 1 && Number(passes) >= 1 && Number(memory) >= 8 * lanes;
  return isBearable && isValid && Buffer.from(salt, "base64").length >= 8 && Buffer.from(hash, "base64").length === 32;
}

/** Takes the same time whether there is such a user or not. */
export async function isPassword(password: string, encoded: string | null | undefined): Promise<boolean> {
  const parsed = hashForm.exec(encoded ?? nobodys);
  if (!parsed) return false;
  const [, memory, passes, parallelism, salt, expected] = parsed;
  const given = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const hash = await digest(password, Buffer.from(salt!, "base64"), given);
  return timingSafeEqual(hash, Buffer.from(expected!, "base64")) && !!encoded && password.length <= longest;
}

const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plainBase64(randomBytes(16))}$${plainBase64(randomBytes(32))}`;

const argon2Async = promisify(argon2);

/** In the thread pool, and not on all processors at once: the other requests need one. */
async function digest(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> {
  return inTurn(() => argon2Async("argon2id", { message: password.slice(0, longest), nonce, memory, passes, parallelism, tagLength: 32 }));
}

const atOnce = Math.max(1, availableParallelism() - 1);
/** The last of them waits for some twenty seconds; whoever comes after that is told to come again. */
const mostWaiting = 1000;
const waiting: (() => void)[] = [];
let busy = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting) throw tooManyRequests(20);
  if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  busy++;
  try {
    return await work();
  } finally {
    busy--;
    waiting.shift()?.();
  }
}

function plainBase64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
