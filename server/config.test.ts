import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clocks } from "#backend/clocks.ts";
import { readConfig } from "./config.ts";
import { StartError } from "#backend/start-error.ts";
import { agency } from "#content/agency.ts";

const keys = { SUPABASE_PUBLISHABLE_KEY: "sb_publishable_k1", SUPABASE_SECRET_KEY: "sb_secret_k2" };

const wrong = {
  PORT: ["http", "-1", "65536", "3.5", "1e3", "0x50", "999999"],
  SITE_URL: [
    "abrente.example",
    "ftp://abrente.example",
    "https://abrente.example/web",
    "https://abrente.example/?a=1",
    "//abrente.example",
  ],
  TRUST_PROXY: ["yes", "true", "2", "01"],
  DATABASE_URL: ["localhost:5432", "mysql://u:hunter2@db/x", "hunter2", "postgres://u:100%hunter2@db/x"],
  SUPABASE_URL: ["abrente", "postgres://u:hunter2@db/x"],
  SMTP_URL: ["mail.example:587", "https://u:hunter2@mail.example", "smtp://u:hunter2%@mail.example"],
  MAIL_FROM: ["ola", "ola@", "a b@c.example", "Abrente ola@abrente.example", "Abrente <ola>", "A\r\nBcc: <x@y.example>"],
  MAIL_TO: ["ola", "@b.example", "a@b.example, c@d.example"],
  IMAP_URL: [
    "mail.example",
    "imaps://mail.example",
    "imaps://u@mail.example",
    "smtp://u:hunter2@mail.example",
    "imaps://u:hunter2%@mail.example",
  ],
  REQUESTS_PER_ADDRESS: ["0", "-1", "1.5", "1e3", "many", "9999999999"],
  FILE_MAX_MB: ["0", "-1", "many"],
  FILES_QUOTA_MB: ["0", "1e9"],
  CONVERSATION_FILES_MB: ["0", "half"],
  S3_URL: ["s3.example", "https://s3.example/bucket", "https://u:hunter2@s3.example/", "ftp://u:hunter2@s3.example/b"],
  FUNCTION_ORIGINS: ["abrente", "https://a.example/path", "https://a.example,", "*"],
  REQUESTS_PER_HOUR: ["0", "00", "+5", "0x10", "2,000", "infinity"],
  AUTH_SIGNING_KEY: ["hunter2", "{}", '{"kty":"RSA","d":"hunter2"}', '{"kty":"EC","crv":"P-256"}', "[1"],
  AUTH_ATTEMPTS_PER_ADDRESS: ["0", "many"],
  AUTH_MAIL_INTERVAL: ["-1", "1m", "1.5"],
  GITHUB_URL: ["github", "https://github.com/login"],
  OIDC_NAME: ["My company", "1", "ñ"],
  OIDC_ISSUER: ["accounts.example"],
  CAPTCHA_URL: ["captcha"],
  LOG_LEVEL: ["loud", "30"],
  METRICS_TOKEN: ["short"],
  CLOCKS: [
    "soon",
    "[]",
    "5",
    '{"outbox":5}',
    '{"outbox":{"poll":0}}',
    '{"outbox":{"poll":"1"}}',
    '{"outbox":{"unknown":1}}',
    '{"unknown":{}}',
  ],
};
const settings = [...Object.keys(wrong), ...Object.keys(keys), "HOST", "DATA_DIR"];

/** What the person who starts the server reads, a line for each mistake. */
function complaints(environment: Record<string, string | undefined>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message.split("\n");
  }
}

test("starts without any setting, on this machine only", () => {
  const defaults = {
    port: 3000,
    host: "127.0.0.1",
    dataDir: ".data",
    siteUrl: "http://localhost:3000",
    isPublic: false,
    showSamples: true,
    trustProxy: false,
    logLevel: "info",
    databaseUrl: undefined,
    mail: { smtpUrl: undefined, from: `${agency.name} <${agency.email}>`, to: agency.email },
    requestLimits: { perAddress: 20, overall: 2000 },
    functionOrigins: [],
    mailLimits: { perRecipient: 20, perHour: 1000 },
    files: { largest: 50 * 2 ** 20, quota: 10_000 * 2 ** 20, perConversation: 500 * 2 ** 20, s3Url: undefined },
    supabase: {},
    auth: { attemptsPerAddress: 60, mailInterval: 60, mailsPerNetwork: 40, signUps: "open", providers: {} },
    clocks,
  };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ PATH: "/bin", port: "x", ...Object.fromEntries(settings.map((name) => [name, ""])) })).toEqual(defaults);
});

test("shows samples at home, and on a public address only when asked to", () => {
  for (const SITE_URL of ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:3000"])
    expect(readConfig({ SITE_URL })).toMatchObject({ isPublic: false, showSamples: true });
  expect(readConfig({ SITE_URL: "https://abrente.example", SHOW_SAMPLES: "true" })).toMatchObject({ isPublic: true, showSamples: true });
  expect(readConfig({ SHOW_SAMPLES: "false" })).toMatchObject({ isPublic: false, showSamples: false });
  expect(complaints({ SHOW_SAMPLES: "yes" })).toEqual(["The setting SHOW_SAMPLES must be true or false."]);
});

test("takes the settings it is given", () => {
  const environment = {
    PORT: "8080",
    HOST: "0.0.0.0",
    DATA_DIR: "/var/abrente",
    SITE_URL: "https://abrente.example",
    TRUST_PROXY: "1",
    DATABASE_URL: "postgres://u:p@db.example/abrente",
    SMTP_URL: "smtp://u:p@mail.example:587",
    MAIL_FROM: "web@abrente.example",
    MAIL_TO: "Equipo <equipo@abrente.example>",
    IMAP_URL: "imaps://u:p@mail.example/Answers",
    ANSWERS_TO: "equipo@abrente.example",
    REQUESTS_PER_ADDRESS: "5",
    REQUESTS_PER_HOUR: " 100 ",
    FUNCTION_ORIGINS: "https://blog.abrente.example/, http://localhost:5173",
    FILE_MAX_MB: "5",
    FILES_QUOTA_MB: "100",
    CONVERSATION_FILES_MB: "50",
    S3_URL: "https://key:secret@s3.example/files",
  };
  const taken = {
    port: 8080,
    host: "0.0.0.0",
    dataDir: "/var/abrente",
    siteUrl: "https://abrente.example",
    isPublic: true,
    showSamples: false,
    trustProxy: true,
    logLevel: "info",
    databaseUrl: "postgres://u:p@db.example/abrente",
    mail: {
      smtpUrl: "smtp://u:p@mail.example:587",
      from: "web@abrente.example",
      to: "Equipo <equipo@abrente.example>",
      imapUrl: "imaps://u:p@mail.example/Answers",
      answersTo: "equipo@abrente.example",
    },
    requestLimits: { perAddress: 5, overall: 100 },
    functionOrigins: ["https://blog.abrente.example", "http://localhost:5173"],
    mailLimits: { perRecipient: 20, perHour: 1000 },
    files: { largest: 5 * 2 ** 20, quota: 100 * 2 ** 20, perConversation: 50 * 2 ** 20, s3Url: "https://key:secret@s3.example/files" },
    supabase: {},
    auth: { attemptsPerAddress: 60, mailInterval: 60, mailsPerNetwork: 40, signUps: "open", providers: {} },
    clocks,
  };
  expect(readConfig(environment)).toEqual(taken);
  expect(readConfig({ PORT: "8080" }).siteUrl).toBe("http://localhost:8080");
});

test.each([
  ["SMPT_URL", "SMTP_URL"],
  ["SMTP_ULR", "SMTP_URL"],
  ["MAIL_FORM", "MAIL_FROM"],
  ["TRUSTPROXY", "TRUST_PROXY"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["SUPABASE_PUBLISHEABLE_KEY", "SUPABASE_PUBLISHABLE_KEY"],
])("%s is refused with the name that was meant", (name, meant) => {
  expect(complaints({ [name]: "anything" })).toEqual([`The setting ${name} is unknown: did you mean ${meant}?`]);
  expect(complaints({ [name]: "" })).toEqual([]);
});

test("names of other programs are none of ours", () => {
  const others = [
    "HOSTNAME",
    "HOME",
    "PWD",
    "LOGNAME",
    "MAIL",
    "BASE_URL",
    "REDIS_URL",
    "TEST_URL",
    "NODE_ENV",
    "INVOCATION_ID",
    "POSTGRES_PASSWORD",
    "SITE_HOST",
  ];
  expect(complaints(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
});

test("a provider needs its whole set of settings", () => {
  expect(complaints({ GOOGLE_CLIENT_ID: "id" })).toEqual(["The setting GOOGLE_CLIENT_SECRET must be set when GOOGLE_CLIENT_ID is."]);
  expect(complaints({ OIDC_CLIENT_SECRET: "s" })).toEqual([
    "The setting OIDC_ISSUER must be set when OIDC_CLIENT_SECRET is.",
    "The setting OIDC_CLIENT_ID must be set when OIDC_CLIENT_SECRET is.",
  ]);
  const oidc = { OIDC_NAME: "company", OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "c", OIDC_CLIENT_SECRET: "s" };
  expect(
    readConfig({ ...oidc, GITHUB_CLIENT_ID: "g", GITHUB_CLIENT_SECRET: "h", GOOGLE_CLIENT_ID: "a", GOOGLE_CLIENT_SECRET: "b" }).auth
      .providers,
  ).toEqual({
    google: { kind: "oidc", issuer: "https://accounts.google.com", clientId: "a", clientSecret: "b" },
    github: { kind: "github", issuer: "https://github.com", clientId: "g", clientSecret: "h" },
    company: { kind: "oidc", issuer: "https://login.example", clientId: "c", clientSecret: "s" },
  });
});

test("tests may shorten some clocks, and no public site may", () => {
  const CLOCKS = JSON.stringify({ outbox: { poll: 100, claim: 3000 }, stop: 500 });
  expect(readConfig({ CLOCKS }).clocks).toEqual({ ...clocks, outbox: { ...clocks.outbox, poll: 100, claim: 3000 }, stop: 500 });
  const sentence = "The setting CLOCKS must not be set for a public SITE_URL: it is for tests.";
  expect(complaints({ CLOCKS, SITE_URL: "https://abrente.example" })).toEqual([sentence]);
});

test("a captcha's provider is asked only where there is a secret", () => {
  expect(readConfig({ CAPTCHA_URL: "https://captcha.example/verify" }).auth.captcha).toBeUndefined();
  expect(readConfig({ CAPTCHA_SECRET: "s" }).auth.captcha).toEqual({
    url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    secret: "s",
  });
});

test("accepts every setting as the services write it", () => {
  const services = {
    DATABASE_URL: "postgresql://u:p@db.example:5432/postgres",
    SUPABASE_URL: "https://x.supabase.co",
    SMTP_URL: "smtps://u:p@mail.example",
  };
  const mail = { MAIL_FROM: "Abrente <ola@abrente.example>", MAIL_TO: "ola@abrente.example" };
  expect(complaints({ ...services, ...mail, ...keys })).toEqual([]);
});

test.each([
  ["https://abrente.example/", "https://abrente.example"],
  ["http://localhost:3000/", "http://localhost:3000"],
  [" https://ABRENTE.example:443 ", "https://abrente.example"],
])("reads SITE_URL %j as the address alone: %s", (given, siteUrl) => {
  expect(readConfig({ SITE_URL: given }).siteUrl).toBe(siteUrl);
});

const mistakes = Object.entries(wrong).flatMap(([name, values]) => values.map((value) => ({ name, value })));

test("an address for answers needs a mailbox, and room for what is added to it", () => {
  const [IMAP_URL, ANSWERS_TO] = ["imaps://u:p@mail.example", "ola@abrente.example"];
  expect(complaints({ IMAP_URL, ANSWERS_TO })).toEqual([]);
  expect(complaints({ ANSWERS_TO })).toEqual(["The setting IMAP_URL must be set when ANSWERS_TO is."]);
  for (const given of ["ola", "Abrente <ola@abrente.example>", "ola+x@abrente.example", "o-enderezo-da-nosa-axencia@abrente.example"])
    expect(complaints({ IMAP_URL, ANSWERS_TO: given })).toEqual([
      expect.stringMatching(/^The setting ANSWERS_TO must be an e-mail address/),
    ]);
});

test.each(mistakes)("refuses $name=$value in one sentence that names it and does not repeat it", ({ name, value }) => {
  expect(complaints({ ...keys, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^The setting ${name} must .+\\.$`))]);
  if (value.length > 5) expect(complaints({ ...keys, [name]: value }).join()).not.toContain(value);
});

test("names every wrong setting at once, a sentence each", () => {
  const environment = Object.fromEntries(Object.entries(wrong).map(([name, [value]]) => [name, value]));
  const named = complaints({ ...keys, ...environment }).map((line) => /^The setting (\w+) must .+\.$/.exec(line)?.[1]);
  expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
});

test("never repeats a secret, neither the wrong one nor those beside it", () => {
  const secrets = { DATABASE_URL: "mysql://u:hunter2@db", SMTP_URL: "ftp://u:hunter3@mail", SUPABASE_URL: "ftp://hunter4", ...keys };
  expect(complaints({ ...secrets, PORT: "x" })).toHaveLength(4);
  expect(complaints({ ...secrets, PORT: "x" }).join()).not.toMatch(/hunter|sb_/);
});

test("names the key that SUPABASE_URL lacks, an empty one too", () => {
  const lacksSecret = { SUPABASE_URL: "https://x.supabase.co", SUPABASE_PUBLISHABLE_KEY: "k", SUPABASE_SECRET_KEY: "" };
  expect(complaints(lacksSecret)).toEqual(["The setting SUPABASE_SECRET_KEY must be set when SUPABASE_URL is."]);
  const lacksPublishable = { SUPABASE_URL: "https://x.supabase.co", SUPABASE_SECRET_KEY: "k" };
  expect(complaints(lacksPublishable)).toEqual(["The setting SUPABASE_PUBLISHABLE_KEY must be set when SUPABASE_URL is."]);
});

test("names both keys when SUPABASE_URL lacks both", () => {
  const named = complaints({ SUPABASE_URL: "https://x.supabase.co" }).map((line) => line.split(" ")[2]);
  expect(named).toEqual(Object.keys(keys));
});

test("says only one thing of a setting that is wrong in two ways", () => {
  expect(complaints({ SITE_URL: "ftp://abrente.example/web" })).toHaveLength(1);
});

test("takes a blank setting for none, or refuses it in one plain sentence", () => {
  const unclear = settings.filter((name) =>
    complaints({ ...keys, [name]: " " }).some((line, n) => n > 0 || !/^The setting \w+ must /.test(line)),
  );
  expect(unclear).toEqual([]);
});

test("gives a usable configuration or a StartError for any environment, never another error", () => {
  const pieces = "http https postgres smtp ftp : // @ / ? # [ < > 0 1 99 a.example é \n".split(" ");
  const value = fc.oneof(
    fc.string(),
    fc.nat().map(String),
    fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join("")),
  );
  const environments = fc.record(Object.fromEntries(settings.map((name) => [name, value])), { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(environments, fc.dictionary(fc.string(), fc.string())), (environment) => {
      if (complaints(environment).length > 0) return;
      const config = readConfig(environment);
      expect(config.port).toBeOneOf([3000, Number(environment.PORT)]);
      expect(new URL(config.siteUrl).origin).toBe(config.siteUrl);
      for (const limit of Object.values(config.requestLimits))
        expect(limit).toSatisfy((count: number) => Number.isInteger(count) && count >= 1);
    }),
  );
});

const demoSecret = "super-secret-jwt-token-with-at-least-32-characters-long";

/** A key of the Supabase CLI, which everybody has: what it says, without its signature. */
const demoKey = `e30.${Buffer.from('{"iss":"supabase-demo","role":"service_role"}').toString("base64url")}.x`;

test.each([
  ["AUTH_SIGN_UPS", "unconfirmed", "The setting AUTH_SIGN_UPS=unconfirmed must not be set for a public SITE_URL: it is for tests."],
  ["AUTH_JWT_SECRET", demoSecret, "The setting AUTH_JWT_SECRET must not be the one that everybody has from Supabase's examples."],
  ["SUPABASE_SECRET_KEY", demoKey, "The setting SUPABASE_SECRET_KEY must not be the one that everybody has from Supabase's examples."],
])("%s as it is on a developer's machine is refused for a public site", (name, value, sentence) => {
  expect(complaints({ [name]: value })).toEqual([]);
  expect(complaints({ [name]: value, SITE_URL: "https://abrente.example" })).toEqual([sentence]);
});

test("a shared secret has 32 characters or more", () => {
  expect(complaints({ AUTH_JWT_SECRET: "x".repeat(31) })).toEqual(["The setting AUTH_JWT_SECRET must have 32 characters or more."]);
  expect(readConfig({ AUTH_JWT_SECRET: "x".repeat(32), SITE_URL: "https://abrente.example" }).auth.jwtSecret).toBe("x".repeat(32));
});
