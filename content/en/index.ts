import { home } from "./home.ts";
import { pages } from "./pages.ts";
import { shell } from "./shell.ts";

/** English defines the shape of all texts; the other languages must satisfy it. */
export const en = { shell, home, ...pages };

export type Content = typeof en;
