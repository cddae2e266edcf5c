import { expect, test } from "vitest";
import { onBothSites, password } from "./harness.ts";

onBothSites((site) => {
  test("a new user confirms the address by the link, and has a session", async () => {
    const { client, email } = await site().newUser({ name: "Ana" });
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email, user_metadata: { name: "Ana", email_verified: true } });
  });

  test("a short password is refused with its reason", async () => {
    const { error } = await site()
      .client()
      .auth.signUp({ email: site().newEmail(), password: password.slice(0, 9) });
    expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
  });
});
