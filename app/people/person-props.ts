import type { Content } from "#content/en/index.ts";
import type { Locale } from "#content/locales.ts";
import type { PeopleReply } from "./answer-form.server.ts";
import type { PersonShown } from "./people-shown.server.ts";

/** What every part of somebody's page is drawn from. */
export type PersonProps = { text: Omit<Content["people"], "meta">; locale: Locale; person: PersonShown; reply?: PeopleReply };
