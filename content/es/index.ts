import type { Content } from "#content/en/index.ts";
import { account } from "./account.ts";
import { contact } from "./contact.ts";
import { home } from "./home.ts";
import { mail } from "./mail.ts";
import { pages } from "./pages.ts";
import { shell } from "./shell.ts";

export const es: Content = { shell, home, contact, mail, account, ...pages };
