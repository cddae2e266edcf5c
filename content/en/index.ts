import { account } from "./account.ts";
import { contact } from "./contact.ts";
import { home } from "./home.ts";
import { mail } from "./mail.ts";
import { pages } from "./pages.ts";
import { shell } from "./shell.ts";

/** English defines the shape of all texts; the other languages must satisfy it. */
export const en = { shell, home, contact, mail, account, ...pages };

export type Content = typeof en;
