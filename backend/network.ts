import { isIPv6 } from "node:net";

/** Where a request came from and the address it was sent to, as far as the proxy settings let us believe it. */
export type Client = { address: string; origin: string };

/** An IPv4 address as it is; of an IPv6 address the first half, because a customer has all of the second. */
export function networkOf(address: string): string {
  return beginningOf(address, 4);
}

/** The same of a whole place: providers give three of the eight parts to one contract. */
export function placeOf(address: string): string {
  return beginningOf(address, 3);
}

function beginningOf(address: string, parts: number): string {
  const plain = address.split("%", 1)[0]!.toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  const [start = "", end] = plain.split("::");
  const left = start.split(":").filter(Boolean);
  const right = end?.split(":").filter(Boolean) ?? [];
  const zeros = end === undefined ? [] : Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right]
    .slice(0, parts)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":");
}
