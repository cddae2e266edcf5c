export const themeCookie = { name: "theme", days: 365 } as const;

export type Theme = "light" | "dark";

/** Anything else is the system's choice. */
export function readTheme(cookie: string | undefined): Theme | undefined {
  return cookie === "light" || cookie === "dark" ? cookie : undefined;
}
