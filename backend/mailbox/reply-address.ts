import { createHmac } from "node:crypto";
import { sameText } from "#backend/auth/keys.ts";

/** Letters of an id and of its signature: few enough for a mailbox of 21 letters, as all before the @ may have 64. */
const idLength = 25;
const signatureLength = 16;

/** An address to answer to that says which conversation it is about, signed: hosts deliver name+anything to name. */
export function replyAddress(address: string, secretKey: string, requestId: string): string {
  return address.replace("@", `+${keyOf(secretKey, requestId)}@`);
}

/** The request that one of the addresses says. */
export function requestOfAddress(addresses: string[], address: string, secretKey: string): string | undefined {
  const [name, host] = address.toLowerCase().split("@");
  for (const one of addresses.map((other) => other.toLowerCase())) {
    const key = one.startsWith(`${name}+`) && one.endsWith(`@${host}`) ? one.slice(name!.length + 1, -host!.length - 1) : "";
    if (!/^[\da-z]+$/.test(key) || key.length !== idLength + signatureLength) continue;
    const requestId = uuidOf(key.slice(0, idLength));
    if (requestId && sameText(key, keyOf(secretKey, requestId))) return requestId;
  }
}

/** Letters and digits alone, in lower case: some hosts change the rest. */
function keyOf(secretKey: string, requestId: string): string {
  const id = BigInt(`0x${requestId.replaceAll("-", "")}`);
  const signature = createHmac("sha256", secretKey).update(`answer\0${requestId}`).digest("hex");
  return id.toString(36).padStart(idLength, "0") + BigInt(`0x${signature}`).toString(36).slice(-signatureLength);
}

function uuidOf(letters: string): string | undefined {
  const id = [...letters].reduce((sum, letter) => sum * 36n + BigInt(Number.parseInt(letter, 36)), 0n).toString(16);
  if (id.length > 32) return;
  return id.padStart(32, "0").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
