/** How people know a provider: google → Google. */
export function providerName(provider: string): string {
  return provider === "github" ? "GitHub" : provider.replace(/^./, (letter) => letter.toUpperCase());
}
