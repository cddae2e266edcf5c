import type { JWK } from "jose";
import type { Clocks } from "./clocks.ts";

/** What the backend is told when it starts. server/config.ts reads it from the environment. */
export type Settings = {
  dataDir: string;
  siteUrl: string;
  /** Whether the address is one that others can reach: search engines are welcome, samples are not. */
  isPublic: boolean;
  /** A Postgres; without it, the embedded database in the data folder. */
  databaseUrl?: string;
  mail: {
    /** Without it, mails are files in the data folder. */
    smtpUrl?: string;
    from: string;
    /** Where contact requests go. */
    to: string;
    /** The mailbox that answers of clients come to; without it, nobody looks for them. */
    imapUrl?: string;
    /** The address of that mailbox, where its host delivers name+anything to name. */
    answersTo?: string;
  };
  /** Mails to one address in a day, of which receipts are a quarter; and of a kind in an hour. */
  mailLimits: { perRecipient: number; perHour: number };
  /** How many contact requests are accepted in an hour, from one address and overall. */
  requestLimits: { perAddress: number; overall: number };
  /** The origins of other pages that may call functions, as browsers name them. */
  functionOrigins: string[];
  /** With an address, accounts are a Supabase project's; without, our own service answers. */
  supabase: { url?: string; publishableKey?: string; secretKey?: string };
  /** The settings of our own service. */
  auth: {
    signingKey?: JWK;
    /** Calls of a kind from one address in five minutes. */
    attemptsPerAddress: number;
    /** Seconds between two mails to one address. */
    mailInterval: number;
    /** Mails in an hour that one network may ask for, to whatever addresses. */
    mailsPerNetwork: number;
    /** Whether anybody may open an account, or only whom the agency invites; for tests, without a mail that confirms it. */
    signUps: "open" | "closed" | "unconfirmed";
    /** A secret that others sign tokens with (HS256), which then count as those of a Supabase project with that secret. */
    jwtSecret?: string;
    /** Where people may sign in with an account they have elsewhere. */
    providers: Record<string, Provider>;
    captcha?: { url: string; secret: string };
  };
  /** Bytes that a file, all files, and those of one conversation may have, and the store that copies of the site share; without it, files are in the data folder. */
  files: { largest: number; quota: number; perConversation: number; s3Url?: string };
  /** How long the server waits for what. */
  clocks: Clocks;
};

export type Provider = { kind: "oidc" | "github"; issuer: string; clientId: string; clientSecret: string };
