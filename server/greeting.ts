import type { Config } from "./config.ts";

/** What somebody who starts the site by hand wants to know first. */
export function greeting(url: string, { dataDir, databaseUrl, mail, isPublic }: Config, needsAdmin: boolean): string {
  const where = {
    database: databaseUrl ? "the one of DATABASE_URL" : `${dataDir}/db (embedded)`,
    mail: mail.smtpUrl
      ? "sent by SMTP_URL"
      : isPublic
        ? "waits until SMTP_URL is set"
        : `written to ${dataDir}/mail, because SMTP_URL is not set`,
  };
  return `
  The site is at   ${url}
  In Spanish       ${url}/es
  In Galician      ${url}/gl
  Database         ${where.database}
  Mail             ${where.mail}

  Send a message at ${url}/contact, then see it with "npm run requests".${
    needsAdmin
      ? `
  Nobody administers the site yet: "npm run admin -- you@example.com" makes you the one,
  and prints a link to the inbox at ${url}/admin/messages.`
      : ""
  }
  Change a text in content/ and start again, or work with "npm run dev".
  Stop with Ctrl+C.
`;
}
