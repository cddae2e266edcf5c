export function readCookie(name: string): string | undefined {
  const start = `${name}=`;
  return document.cookie
    .split("; ")
    .find((one) => one.startsWith(start))
    ?.slice(start.length);
}

export function writeCookie(name: string, value: string, days: number) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
}
