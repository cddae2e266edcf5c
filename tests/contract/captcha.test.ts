import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../postgres.ts";
import { onAccounts } from "./harness.ts";
import { password } from "../password.ts";

/** A provider's siteverify on loopback: it knows one good token, and answers as Turnstile and hCaptcha do. */
let provider: Server;
const asked: URLSearchParams[] = [];
const port = await freePort();

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    asked.push(body);
    const success = body.get("response") === "good" && body.get("secret") === "s3cret";
    response.end(JSON.stringify(success ? { success } : { success, "error-codes": ["invalid-input-response"] }));
  }).listen(port, "127.0.0.1");
  await once(provider, "listening");
});
afterAll(() => void provider.close());

onAccounts(
  (site) => {
    test("a call with a token that the provider knows passes, and the provider learns where it came from", async () => {
      const { error } = await site()
        .client()
        .auth.signUp({ email: site().newEmail(), password, options: { captchaToken: "good" } });
      expect(error).toBeNull();
      expect(asked.at(-1)!.get("remoteip")).toMatch(/127\.0\.0\.1|::1/);
    });

    test("without a token, or with a wrong one, every call that a robot would like is refused and does nothing", async () => {
      const email = site().newEmail();
      const { auth } = site().client();
      for (const captchaToken of [undefined, "bad"]) {
        const options = { captchaToken };
        for (const { error } of [
          await auth.signUp({ email, password, options }),
          await auth.signInWithPassword({ email, password, options }),
          await auth.signInWithOtp({ email, options }),
          await auth.resetPasswordForEmail(email, options),
          await auth.resend({ type: "signup", email, options }),
        ]) {
          expect(error).toMatchObject({ status: 400, code: "captcha_failed" });
        }
      }
      // The first mail is the one of the first call that passes.
      expect((await auth.signUp({ email, password, options: { captchaToken: "good" } })).error).toBeNull();
      expect((await site().mailTo(email)).count).toBe(1);
    });

    test("a provider that does not answer lets nobody through", async () => {
      provider.closeAllConnections();
      await new Promise((resolve) => provider.close(resolve));
      const { error } = await site()
        .client()
        .auth.signInWithPassword({ email: site().newEmail(), password, options: { captchaToken: "good" } });
      expect(error).toMatchObject({ status: 400, code: "captcha_failed" });
      provider.listen(port, "127.0.0.1");
      await once(provider, "listening");
    });
  },
  { CAPTCHA_SECRET: "s3cret", CAPTCHA_URL: `http://127.0.0.1:${port}/siteverify` },
);
