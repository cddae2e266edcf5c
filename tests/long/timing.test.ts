import { expect, test } from "vitest";
import { onAccounts } from "../contract/harness.ts";
import { password } from "../password.ts";

/** One account may be tried ten times. */
const rounds = 10;
const largest = 1.5;

// Who is known must not be told by how long an answer takes. Only the two are compared: how fast the machine is does not matter.
onAccounts((site) => {
  test.each([
    ["a forgotten password", "/recover", {}],
    ["a link", "/otp", {}],
    ["a link without a new account", "/otp", { create_user: false }],
    ["a wrong password", "/token?grant_type=password", { password: "not the password" }],
    ["a sign-up", "/signup", { password }],
    ["a confirmation once more", "/resend", { type: "signup" }],
  ])("%s takes as long for who is known as for who is not", async (_name, path, body) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    /** How much longer one takes. The fastest of each: what a busy machine adds comes to the others. */
    const ratio = () => {
      const [a, b] = [Math.min(...times.known), Math.min(...times.unknown)];
      return Math.max(a, b) / Math.min(a, b);
    };
    // What the machine has added goes away with more rounds, a difference does not.
    for (let tries = 0; tries < 6 && !(ratio() < largest); tries++) {
      const known = site().newEmail();
      await site().admin().auth.admin.createUser({ email: known, password, email_confirm: true });
      for (let round = 0; round < rounds; round++) {
        for (const who of round % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
          const email = who === "known" ? known : site().newEmail();
          const start = performance.now();
          await site().post(path, { email, ...body });
          times[who].push(performance.now() - start);
        }
      }
    }
    expect(ratio(), `known ${Math.min(...times.known)} ms, unknown ${Math.min(...times.unknown)} ms`).toBeLessThan(largest);
  });
});
