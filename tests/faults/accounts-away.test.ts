import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onSite } from "../site.ts";
import { visitorOf } from "../contract/visitor.ts";
import { findPostgres, startPostgres } from "../postgres.ts";
import { newPerson } from "../security/people.ts";

describe.skipIf(!findPostgres())("while Postgres is away", () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  const databaseUrl = Promise.withResolvers<string>();
  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl.resolve(await postgres.createDatabase());
  });
  afterAll(() => postgres.stop());

  onSite(
    (site) => {
      test("a session that has to be refreshed does not end: the page waits for the database, and comes", async () => {
        const { email } = await newPerson(site());
        const visitor = await visitorOf(site()).signIn(email);
        const { refresh_token } = visitor.session((session) => (session.expires_at = Math.floor(Date.now() / 1000) - 60));
        await postgres.halt();
        expect((await site().post("/token?grant_type=refresh_token", { refresh_token })).status).toBe(503);
        const page = visitor.get("/me");
        await pause(500);
        await postgres.resume();
        expect((await page).status).toBe(200);
        expect(visitor.session().refresh_token).not.toBe(refresh_token);
      });
    },
    {},
    databaseUrl.promise,
  );
});
