import { existsSync } from "node:fs";
import { keysFile, openKeys, rotateKeys } from "#backend/auth/keys.ts";
import { prepareDataFolder } from "#backend/data-folder.ts";
import { StartError } from "#backend/start-error.ts";
import type { Config } from "#server/config.ts";
import { readSettings, runStart } from "#server/start.ts";

/**
 * `npm run keys -- rotate`: a new key for the tokens of the accounts; `--leaked` when somebody else may have the old ones.
 * `npm run keys -- make`: the keys of a new site, before its first start, for copies that must have the same.
 */
await runStart(async () => {
  const [word, flag, ...more] = process.argv.slice(2);
  const isKnown = word === "rotate" ? !flag || flag === "--leaked" : word === "make" && !flag;
  if (!isKnown || more.length > 0) throw new StartError("Usage: npm run keys -- rotate [--leaked]\n       npm run keys -- make");
  const config = readSettings();
  const { dataDir, auth, supabase } = config;
  if (supabase.url) throw new StartError("The accounts are those of SUPABASE_URL: its keys are changed there.");
  if (auth.signingKey) throw new StartError("The key of the tokens is that of the setting AUTH_SIGNING_KEY: put another one there.");
  await (word === "make" ? make(config) : rotate(dataDir, flag === "--leaked"));
});

async function make(config: Config) {
  const file = keysFile(config.dataDir);
  if (existsSync(file)) throw new StartError(`There are keys already: copy "${file}" into the DATA_DIR of every copy.`);
  prepareDataFolder(config.dataDir);
  await openKeys(config);
  console.log(`The keys are in ${file}. Put this file into the DATA_DIR of every copy, for its user alone, before its first start.`);
}

async function rotate(dataDir: string, leaked: boolean) {
  if (!existsSync(keysFile(dataDir))) throw new StartError(`There are no keys in "${dataDir}" yet: start the site first.`);
  await rotateKeys(dataDir, { leaked });
  console.log(`
  There is a new key for the tokens. Restart the site, and it counts.
  ${
    leaked
      ? "Everybody signs in again, links in mails that are out are good for nothing, and the secret key is new.\n  Second factors go on as they were: whoever has copied the database too can read their secrets."
      : "Nobody is signed out: tokens of the old key are good until they end."
  }
`);
}
