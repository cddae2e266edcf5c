import type { Content } from "#content/en/index.ts";
import { home } from "./home.ts";
import { pages } from "./pages.ts";
import { shell } from "./shell.ts";

export const es: Content = { shell, home, ...pages };
