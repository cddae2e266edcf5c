/** Unlike `crypto.randomUUID`, it works on plain HTTP too. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
