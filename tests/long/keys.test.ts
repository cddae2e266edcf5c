import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { visitorOf } from "../contract/visitor.ts";
import { password } from "../password.ts";
import { freePort } from "../postgres.ts";
import { addFactor, codeOf, newPerson } from "../security/people.ts";
import { generousLimits, quickStart, startServer } from "../server.ts";
import { openSite } from "../site.ts";

test("a new key signs nobody out; after a leak everybody signs in again, with the second factor that they have", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
  const settings = { ...generousLimits, DATA_DIR: dataDir, PORT: String(await freePort()) };
  const file = join(dataDir, "auth-keys.json");
  const keys = () => JSON.parse(readFileSync(file, "utf8"));
  // As a site of the first version has them: one key for everything.
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const first = { publishableKey: "sb_publishable_first", secretKey: "sb_secret_first", signingKey: await exportJWK(privateKey) };
  writeFileSync(file, JSON.stringify(first), { mode: 0o600 });
  let server = await startServer(settings);
  onTestFinished(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });
  const rotate = async (...words: string[]) => {
    await server.stop();
    const said = execFileSync("node", [quickStart, "scripts/keys.ts", "rotate", ...words], {
      env: { ...process.env, ...settings },
      encoding: "utf8",
    });
    // Its address is another one too, as with another PORT: it stands in all tokens that were given out before.
    server = await startServer({ ...settings, SITE_URL: `http://127.0.0.1:${settings.PORT}` });
    return said;
  };

  const site = openSite(`http://localhost:${server.port}`, dataDir);
  const { email } = await newPerson(site);
  const { secret } = await addFactor(site, email);
  const visitor = await visitorOf(site).signIn(email);
  expect((await visitor.post("/login", { intent: "code", code: codeOf(secret, 1) })).status).toBe(303);
  const { signingKey, sealingKey } = keys();

  const askedBy = () =>
    fetch(`${site.url}/auth/v1/user`, {
      headers: { apikey: first.publishableKey, Authorization: `Bearer ${visitor.session().access_token}` },
    });

  expect(await rotate()).toContain("Nobody is signed out");
  expect(keys().signingKey).not.toEqual(signingKey);
  expect((await askedBy()).status).toBe(200);
  expect((await visitor.get("/me")).status).toBe(200);
  expect((await (await fetch(`${site.url}/auth/v1/.well-known/jwks.json`)).json()).keys).toHaveLength(2);
  expect((await visitorOf(site).signIn(email)).session().access_token).toBeTruthy();

  expect(await rotate("--leaked")).toContain("Everybody signs in again");
  expect((await (await fetch(`${site.url}/auth/v1/.well-known/jwks.json`)).json()).keys).toHaveLength(1);
  expect(keys().secretKey).not.toBe(first.secretKey);
  expect(keys().sealingKey).toBe(sealingKey);
  expect((await askedBy()).status).toBe(403);
  const again = visitorOf(site);
  expect((await again.post("/login", { intent: "password", email, password })).status).toBe(303);
  // The factor is read under its own key: a wrong code is wrong, and not a failure.
  expect((await again.post("/login", { intent: "code", code: "000000" })).status).toBe(422);
});
