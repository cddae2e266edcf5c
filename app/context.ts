import type { Settings } from "#backend/settings.ts";
import { createContext } from "react-router";
import type { HourlyLimits } from "#backend/requests/accept-request.ts";
import type { PageHandle } from "./routing/page-handle.ts";
import type { Client } from "#backend/network.ts";
import type { Accounts } from "#backend/people/admin-client.ts";
import type { Backend } from "#backend/backend.ts";
import type { Queries } from "#backend/database/connection.ts";

/** What the server tells every page about the request. */
export type SiteContext = {
  /** Where the site lives, without a trailing slash; canonical addresses start with it. */
  siteUrl: string;
  /** The id of the running build; the browser compares it with the latest one. */
  build: string;
  /** Whether the sample testimonials may be seen: not on a public site. */
  showSamples: boolean;
  /** Whether strangers can reach the site: administrators then need a second factor. */
  isPublic: boolean;
  /** Whether anybody may open an account. */
  signUps: Settings["auth"]["signUps"];
  /** The container of tags, if one is configured. */
  gtm?: { id: string; url: string };
  /** The version of the cookie policy, and whether the visitor has still to choose. */
  consent?: { version: string; asks: boolean };
  /** Allows our own scripts on pages that are rendered per request; public pages are allowed by hash. */
  nonce?: string;
  /** The colours the visitor chose, if any. */
  theme?: "light" | "dark";
  /** The matched page's own declarations. */
  page?: PageHandle;
  /** Records an error that a page could not handle. */
  report?: (error: unknown) => void;
};

export const siteContext = createContext<SiteContext>();

/** The heading of what an action shows in place of its page, which is then the title: without JavaScript nobody else gives it one. */
export const sheetContext = createContext<string | null>(null);

/** What actions work with. A page that is rendered once for everyone has none of it. */
export type BackendContext = {
  queries: Queries;
  /** There is a new mail in the outbox. */
  wakeOutbox(): void;
  /** Whether mails can leave: without a mail server they wait on a public site. */
  mailsLeave: boolean;
  eraseRequest: Backend["eraseRequest"];
  requestLimits: HourlyLimits;
  /** Wrong keys that a network may try in five minutes. */
  guessesPerAddress: number;
  /** Bytes of all files of a conversation. */
  filesPerConversation: number;
  accounts: Accounts;
  client: Client;
  /** The request's body was larger than we read; what is left of the request has none. */
  tooLarge: boolean;
};

export const backendContext = createContext<BackendContext>();
