import { createClient } from "@supabase/supabase-js";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../tests/server.ts";

/** `node bench/sign-ins.ts`: how long other requests wait while people sign in, on the built server. */
const seconds = 15;
const password = "correct horse battery";

const dataDir = mkdtempSync(join(tmpdir(), "abrente-"));
const server = await startServer({ DATA_DIR: dataDir, AUTH_ATTEMPTS_PER_ADDRESS: "1000000" }, "build");
const { secretKey } = JSON.parse(readFileSync(join(dataDir, "auth-keys.json"), "utf8"));
const options = { auth: { persistSession: false, autoRefreshToken: false } };

const quiet = await healthTimes(3);
const end = performance.now() + seconds * 1000;
const people = await Promise.all(Array.from({ length: 5 }, (_, index) => newPerson(`person-${index}@example.com`)));
const signIns = Promise.all(people.map(signInAndAgain));
const busy = await healthTimes(seconds);
const count = (await signIns).reduce((sum, one) => sum + one, 0);

console.log(`| /healthz | p50 ms | p99 ms | requests |
| --- | --- | --- | --- |
| alone | ${at(quiet, 0.5)} | ${at(quiet, 0.99)} | ${quiet.length} |
| while 5 people sign in, ${Math.round(count / seconds)} times a second | ${at(busy, 0.5)} | ${at(busy, 0.99)} | ${busy.length} |`);
await server.stop();
rmSync(dataDir, { recursive: true });

async function newPerson(email: string): Promise<string> {
  const { error } = await createClient(server.url, secretKey, options).auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  return email;
}

async function signInAndAgain(email: string): Promise<number> {
  const client = createClient(server.url, secretKey, options);
  let done = 0;
  for (; performance.now() < end; done++) {
    const { error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
  }
  return done;
}

async function healthTimes(forSeconds: number): Promise<number[]> {
  const times: number[] = [];
  for (const stop = performance.now() + forSeconds * 1000; performance.now() < stop;) {
    const start = performance.now();
    await (await fetch(`${server.url}/healthz`)).text();
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times.toSorted((a, b) => a - b);
}

function at(times: number[], share: number): string {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
}
