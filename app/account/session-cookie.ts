/** The cookie that holds the session, in chunks of 3180 characters (@supabase/ssr's own): readable by scripts, because the browser's client refreshes it. */
export const sessionCookie = { name: "sb-session", days: 400 } as const;

/** Says in which browser an account was begun, until its address is confirmed. */
export const registrationCookie = { name: "registered", days: 1 } as const;

/** Says that somebody has got into an account in this browser. */
export const deviceCookie = { name: "known-device", days: 365 } as const;

/** Where a mail went that this browser asked for. */
export const mailedCookie = { name: "mailed", days: 1 } as const;

/** The same for the server's and the browser's client. */
export function cookieOptions(siteUrl: string) {
  return {
    name: sessionCookie.name,
    path: "/",
    sameSite: "lax",
    maxAge: sessionCookie.days * 86_400,
    secure: siteUrl.startsWith("https:"),
  } as const;
}
