import { existsSync } from "node:fs";
import { keysFile, rotateKeys } from "#backend/auth/keys.ts";
import { StartError } from "#backend/start-error.ts";
import { readSettings, runStart } from "#server/start.ts";

/** `npm run keys -- rotate`: a new key for the tokens of the accounts; `--leaked` when somebody else may have the old ones. */
await runStart(async () => {
  const [word, flag, ...more] = process.argv.slice(2);
  if (word !== "rotate" || (flag && flag !== "--leaked") || more.length > 0) {
    throw new StartError("Usage: npm run keys -- rotate [--leaked]");
  }
  const { dataDir, auth, supabase } = readSettings();
  if (supabase.url) throw new StartError("The accounts are those of SUPABASE_URL: its keys are changed there.");
  if (auth.signingKey) throw new StartError("The key of the tokens is that of the setting AUTH_SIGNING_KEY: put another one there.");
  if (!existsSync(keysFile(dataDir))) throw new StartError(`There are no keys in "${dataDir}" yet: start the site first.`);
  const leaked = flag === "--leaked";
  await rotateKeys(dataDir, { leaked });
  console.log(`
  There is a new key for the tokens. Restart the site, and it counts.
  ${
    leaked
      ? "Everybody signs in again, links in mails that are out are good for nothing, and the secret key is new.\n  Second factors go on as they were: whoever has copied the database too can read their secrets."
      : "Nobody is signed out: tokens of the old key are good until they end."
  }
`);
});
