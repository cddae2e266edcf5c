import { dictionary } from "@zxcvbn-ts/language-common";

export const shortestPassword = 10;

const common = new Set((dictionary["passwords-common"] as string[]).filter((password) => password.length >= shortestPassword));

/** Why a password is refused, for the service and for the hint beside its field; undefined when it is not. */
export function weaknessOf(password: string, email?: string | null): "length" | "known" | undefined {
  if ([...password].length < shortestPassword) return "length";
  const plain = password.toLowerCase();
  const isKnown =
    common.has(plain) || common.has(plain.replace(/[^a-z]+$/, "")) || /^(.{1,3})\1+.?$/.test(plain) || plain === email?.toLowerCase();
  return isKnown ? "known" : undefined;
}
