import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { makeAdmin } from "#backend/people/make-admin.ts";
import type { AdminAccess } from "#backend/people/admin-client.ts";
import { inProcess } from "#backend/api/in-process.ts";
import { refuseCall } from "#backend/auth/errors.ts";
import { openKeys } from "#backend/auth/keys.ts";
import { createAuth } from "#backend/auth/service.ts";
import type { Config } from "#server/config.ts";
import { askForAdmin } from "#backend/control.ts";
import type { Queries } from "#backend/database/connection.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";
import { noDatabase, withDatabase } from "./database.ts";

/** `npm run admin -- you@example.com`: makes the first administrator, or another one, and prints a link that signs them in once. */
function readEmail(): string {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new StartError("Usage: npm run admin -- you@example.com");
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new StartError(`"${email}" is not an e-mail address.`);
  return email.toLowerCase();
}

async function makeFor(config: Config, email: string) {
  // Keys that were made here would not be the ones of the server that has to know the link.
  const hasKeys = config.supabase.url || (config.auth.signingKey && config.supabase.secretKey);
  if (!hasKeys && !existsSync(join(config.dataDir, "auth-keys.json"))) throw noDatabase(config);
  return withDatabase(
    config,
    async ({ queries }) => makeAdmin(await accountsOf(config, queries), queries, { email, siteUrl: config.siteUrl }),
    () => askForAdmin(config.dataDir, email),
  );
}

/** As backend/backend.ts has them: our own service on this database, or a Supabase project's by the network. */
async function accountsOf(config: Config, queries: Queries): Promise<AdminAccess> {
  if (config.supabase.url) return { url: config.supabase.url, secretKey: config.supabase.secretKey! };
  const keys = await openKeys(config);
  const auth = createAuth({ queries, config, keys, log: pino({ level: "silent" }), wakeOutbox() {} });
  const client = { address: "127.0.0.1", origin: config.siteUrl };
  return { url: config.siteUrl, secretKey: keys.secretKey, fetch: inProcess({ "/auth/v1": { app: auth, refuse: refuseCall } })(client) };
}

await runStart(async () => {
  const { isNew, email, link } = await makeFor(readSettings(), readEmail());
  console.log(`
  ${email} is an administrator now${isNew ? ", with a new account" : ""}.
  This link signs in once, within the hour:

  ${link}
`);
});
