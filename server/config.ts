import type { JWK } from "jose";
import { z } from "zod";
import { readClocks, type Clocks } from "#backend/clocks.ts";
import type { Provider, Settings } from "#backend/settings.ts";
import { StartError } from "#backend/start-error.ts";
import { agency } from "#content/agency.ts";

const text = z.string().trim();

function urlOf(...protocols: string[]) {
  return text
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      abort: true,
    })
    .refine((value) => !/%(?![\da-f]{2})/i.test(value), { error: "must have each % in it, as in a password, written as %25", abort: true });
}

const siteAddress = urlOf("http:", "https:")
  .refine((value) => /^\/?$/.test(new URL(value).pathname + new URL(value).search), {
    error: "must be the site's address alone, without a path",
  })
  .transform((value) => new URL(value).origin);

/** Several, with commas between them. */
const siteAddresses = text.transform((value, context): string[] => {
  const addresses = value.split(",").map((one) => siteAddress.safeParse(one));
  if (addresses.every(({ success }) => success)) return addresses.map(({ data }) => data!);
  context.addIssue({ code: "custom", message: "must be the addresses of sites without a path, with commas between them" });
  return z.NEVER;
});

const mailAddress = text.regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
  error: 'must be an e-mail address, such as ola@abrente.example or "Abrente <ola@abrente.example>"',
});

const jwk = text.transform((value, context): JWK => {
  try {
    const key = JSON.parse(value);
    if (key?.kty === "EC" && key.crv === "P-256" && typeof key.d === "string") return key;
  } catch {
    // Not JSON.
  }
  context.addIssue({ code: "custom", message: "must be a private key for ES256, as a JWK" });
  return z.NEVER;
});

function countOf(usual: number) {
  return text
    .refine((value) => /^[1-9]\d{0,8}$/.test(value), { error: "must be a whole number of 1 or more" })
    .transform(Number)
    .default(usual);
}

const megabyte = 1024 * 1024;

const settings = z
  .object({
    PORT: text
      .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, { error: "must be a number from 0 to 65535" })
      .transform(Number)
      .default(3000),
    HOST: text.default("127.0.0.1"),
    DATA_DIR: text.default(".data"),
    SITE_URL: siteAddress.optional(),
    SHOW_SAMPLES: z.enum(["true", "false"], { error: "must be true or false" }).optional(),
    TRUST_PROXY: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("0"),
    DATABASE_URL: urlOf("postgres:", "postgresql:").optional(),
    SUPABASE_URL: urlOf("http:", "https:").optional(),
    SUPABASE_PUBLISHABLE_KEY: text.optional(),
    SUPABASE_SECRET_KEY: text.optional(),
    SMTP_URL: urlOf("smtp:", "smtps:").optional(),
    MAIL_FROM: mailAddress.optional(),
    MAIL_TO: mailAddress.optional(),
    IMAP_URL: urlOf("imap:", "imaps:")
      .refine((value) => new URL(value).hostname && new URL(value).username && new URL(value).password, {
        error: "must have user, password and host in it, as in imaps://user:password@mail.example/INBOX",
      })
      .optional(),
    ANSWERS_TO: text
      .regex(/^[^\s<>@+]{1,21}@[^\s<>@]+$/, {
        error: "must be an e-mail address, such as ola@abrente.example, with 21 characters or fewer before the @",
      })
      .optional(),
    REQUESTS_PER_ADDRESS: countOf(20),
    REQUESTS_PER_HOUR: countOf(2000),
    FUNCTION_ORIGINS: siteAddresses.default([]),
    MAILS_PER_RECIPIENT: countOf(20),
    MAILS_PER_HOUR: countOf(1000),
    AUTH_SIGNING_KEY: jwk.optional(),
    AUTH_ATTEMPTS_PER_ADDRESS: countOf(60),
    AUTH_MAIL_INTERVAL: text
      .refine((value) => /^\d{1,5}$/.test(value), { error: "must be a number of seconds" })
      .transform(Number)
      .default(60),
    AUTH_MAILS_PER_NETWORK: countOf(40),
    AUTH_SIGN_UPS: z.enum(["open", "closed", "unconfirmed"], { error: "must be open, closed or unconfirmed" }).default("open"),
    AUTH_JWT_SECRET: text.min(32, { error: "must have 32 characters or more" }).optional(),
    GOOGLE_CLIENT_ID: text.optional(),
    GOOGLE_CLIENT_SECRET: text.optional(),
    GITHUB_CLIENT_ID: text.optional(),
    GITHUB_CLIENT_SECRET: text.optional(),
    GITHUB_URL: siteAddress.default("https://github.com"),
    OIDC_NAME: text
      .regex(/^[a-z][a-z0-9_-]{0,30}$/, { error: "must be a short name in lower case" })
      .refine((value) => !["email", "phone", "google", "github"].includes(value), {
        error: "must not be the name of another way to sign in",
      })
      .default("oidc"),
    OIDC_ISSUER: urlOf("http:", "https:").optional(),
    OIDC_CLIENT_ID: text.optional(),
    OIDC_CLIENT_SECRET: text.optional(),
    FILE_MAX_MB: countOf(50),
    FILES_QUOTA_MB: countOf(10_000),
    CONVERSATION_FILES_MB: countOf(500),
    S3_URL: urlOf("http:", "https:")
      .refine((value) => new URL(value).username && new URL(value).password && /^\/[^/]+\/?$/.test(new URL(value).pathname), {
        error: "must have the keys and the bucket in it, as in https://KEY:SECRET@s3.example.com/bucket?region=eu-west-1",
      })
      .optional(),
    GTM_ID: text.regex(/^GTM-[A-Z0-9]{4,12}$/, { error: "must be the id of a container, such as GTM-ABC1234" }).optional(),
    GTM_URL: siteAddress.default("https://www.googletagmanager.com"),
    CAPTCHA_URL: urlOf("http:", "https:").default("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
    CAPTCHA_SECRET: text.optional(),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], { error: "must be debug, info, warn or error" }).default("info"),
    METRICS_TOKEN: text.min(16, { error: "must have 16 characters or more" }).optional(),
    CLOCKS: text.optional().transform((value, context): Clocks => {
      const clocks = readClocks(value);
      if (!clocks) context.addIssue({ code: "custom", message: "must be JSON with milliseconds in the names of backend/clocks.ts" });
      return clocks ?? z.NEVER;
    }),
  })
  .superRefine((given, context) => {
    for (const key of ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"] as const) {
      if (given.SUPABASE_URL && !given[key]) context.addIssue({ code: "custom", path: [key], message: "must be set when SUPABASE_URL is" });
    }
    if (given.ANSWERS_TO && !given.IMAP_URL)
      context.addIssue({ code: "custom", path: ["IMAP_URL"], message: "must be set when ANSWERS_TO is" });
    for (const names of [
      ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
      ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
      ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
    ] as const) {
      const set = names.find((name) => given[name]);
      for (const name of names) {
        if (set && !given[name]) context.addIssue({ code: "custom", path: [name], message: `must be set when ${set} is` });
      }
    }
  });

export const settingNames = Object.keys(settings.shape);

/** Everything that can be set: for what stands behind the pages, and for the shell around them. */
export type Config = Settings & {
  port: number;
  host: string;
  showSamples: boolean;
  trustProxy: boolean;
  logLevel: "debug" | "info" | "warn" | "error";
  /** Whoever has it may read /metrics from elsewhere. */
  metricsToken?: string;
  /** The container of tags, and where it comes from. */
  gtm?: { id: string; url: string };
};

/** The settings in the environment, checked. An empty one counts as not set. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const result = settings.safeParse(given);
  const mistakes = [
    ...misspelt(Object.keys(given)).map(({ name, meant }) => `The setting ${name} is unknown: did you mean ${meant}?`),
    ...(result.error?.issues ?? []).map((issue) => `The setting ${issue.path.join(".")} ${issue.message}.`),
  ];
  if (!result.success || mistakes.length > 0) throw new StartError(mistakes.join("\n"));
  const { PORT, HOST, DATA_DIR, SITE_URL, SHOW_SAMPLES, TRUST_PROXY, ...rest } = result.data;
  const siteUrl = SITE_URL ?? `http://localhost:${PORT}`;
  const isPublic = !["localhost", "127.0.0.1", "[::1]"].includes(new URL(siteUrl).hostname);
  if (isPublic) refuseForTests(given);
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    siteUrl,
    isPublic,
    showSamples: SHOW_SAMPLES ? SHOW_SAMPLES === "true" : !isPublic,
    trustProxy: TRUST_PROXY === "1",
    logLevel: rest.LOG_LEVEL,
    metricsToken: rest.METRICS_TOKEN,
    gtm: rest.GTM_ID ? { id: rest.GTM_ID, url: rest.GTM_URL } : undefined,
    databaseUrl: rest.DATABASE_URL,
    mail: {
      smtpUrl: rest.SMTP_URL,
      from: rest.MAIL_FROM ?? `${agency.name} <${agency.email}>`,
      to: rest.MAIL_TO ?? agency.email,
      imapUrl: rest.IMAP_URL,
      answersTo: rest.ANSWERS_TO,
    },
    mailLimits: { perRecipient: rest.MAILS_PER_RECIPIENT, perHour: rest.MAILS_PER_HOUR },
    requestLimits: { perAddress: rest.REQUESTS_PER_ADDRESS, overall: rest.REQUESTS_PER_HOUR },
    functionOrigins: rest.FUNCTION_ORIGINS,
    supabase: { url: rest.SUPABASE_URL, publishableKey: rest.SUPABASE_PUBLISHABLE_KEY, secretKey: rest.SUPABASE_SECRET_KEY },
    auth: {
      signingKey: rest.AUTH_SIGNING_KEY,
      attemptsPerAddress: rest.AUTH_ATTEMPTS_PER_ADDRESS,
      mailInterval: rest.AUTH_MAIL_INTERVAL,
      mailsPerNetwork: rest.AUTH_MAILS_PER_NETWORK,
      signUps: rest.AUTH_SIGN_UPS,
      jwtSecret: rest.AUTH_JWT_SECRET,
      providers: providersIn(result.data),
      captcha: rest.CAPTCHA_SECRET ? { url: rest.CAPTCHA_URL, secret: rest.CAPTCHA_SECRET } : undefined,
    },
    files: {
      largest: rest.FILE_MAX_MB * megabyte,
      quota: rest.FILES_QUOTA_MB * megabyte,
      perConversation: rest.CONVERSATION_FILES_MB * megabyte,
      s3Url: rest.S3_URL,
    },
    clocks: rest.CLOCKS,
  };
}

/** What anybody may know, or come in by, has no place where others can reach it. */
function refuseForTests(given: Record<string, string | undefined>) {
  const setting = given.CLOCKS ? "CLOCKS" : given.AUTH_SIGN_UPS?.trim() === "unconfirmed" && "AUTH_SIGN_UPS=unconfirmed";
  if (setting) throw new StartError(`The setting ${setting} must not be set for a public SITE_URL: it is for tests.`);
  for (const name of ["AUTH_JWT_SECRET", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]) {
    if (isDemoValue(given[name]?.trim()))
      throw new StartError(`The setting ${name} must not be the one that everybody has from Supabase's examples.`);
  }
}

/** The secret of the Supabase CLI, and the keys that were signed with it. */
function isDemoValue(value = ""): boolean {
  const claims = Buffer.from(value.split(".")[1] ?? "", "base64url").toString();
  return value === "super-secret-jwt-token-with-at-least-32-characters-long" || claims.includes('"supabase-demo"');
}

/** Names that are a slip away from one of ours. Unnoticed, the setting would do nothing. Other programs have short names like ours (HOSTNAME). */
function misspelt(names: string[]) {
  return names
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const meant = settingNames.find((other) => other.length > 5 && distance(name, other) <= (other.length > 8 ? 2 : 1));
      return meant ? [{ name, meant }] : [];
    });
}

/** How many letters were left out, added, mistaken or exchanged with their neighbour. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  const rows: number[][] = [];
  for (let i = 0; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      if (i === 0) rows[0]!.push(j);
      else {
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity;
        const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
        rows[i]!.push(Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, changed, swapped));
      }
    }
  }
  return rows[a.length]![b.length]!;
}

function providersIn(given: z.output<typeof settings>): Record<string, Provider> {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GITHUB_URL } = given;
  const { OIDC_NAME, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = given;
  const providers: Record<string, Provider> = {};
  if (GOOGLE_CLIENT_ID) {
    providers.google = {
      kind: "oidc",
      issuer: "https://accounts.google.com",
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET!,
    };
  }
  if (GITHUB_CLIENT_ID) {
    providers.github = { kind: "github", issuer: GITHUB_URL, clientId: GITHUB_CLIENT_ID, clientSecret: GITHUB_CLIENT_SECRET! };
  }
  if (OIDC_ISSUER) {
    providers[OIDC_NAME] = { kind: "oidc", issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID!, clientSecret: OIDC_CLIENT_SECRET! };
  }
  return providers;
}
