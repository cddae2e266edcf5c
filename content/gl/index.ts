import type { Content } from "#content/en/index.ts";
import { account } from "./account.ts";
import { admin } from "./admin.ts";
import { consent } from "./consent.ts";
import { contact } from "./contact.ts";
import { conversation } from "./conversation.ts";
import { figures } from "./figures.ts";
import { files } from "./files.ts";
import { home } from "./home.ts";
import { mail } from "./mail.ts";
import { me } from "./me.ts";
import { messages } from "./messages.ts";
import { offer } from "./offer.ts";
import { pages } from "./pages.ts";
import { people } from "./people.ts";
import { questions } from "./questions.ts";
import { replies } from "./replies.ts";
import { shell } from "./shell.ts";

export const gl: Content = {
  shell,
  home,
  offer,
  questions,
  consent,
  contact,
  mail,
  account,
  me,
  admin,
  messages,
  conversation,
  files,
  replies,
  people,
  figures,
  ...pages,
};
