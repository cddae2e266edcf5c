import { expect, test } from "vitest";
import { onAccounts } from "./harness.ts";
import { password } from "../password.ts";

// Behind a proxy, so that a test can say where its calls come from.
const settings = { AUTH_MAIL_INTERVAL: "600", AUTH_ATTEMPTS_PER_ADDRESS: "5", TRUST_PROXY: "1" };

onAccounts((site) => {
  let addresses = 0;
  const newAddress = () => `203.0.113.${++addresses}`;
  const post = (path: string, body: object, address = newAddress(), init = {}) =>
    site().post(path, body, { ...init, headers: { "X-Forwarded-For": address } });
  const open = (address: string) => site().call("/verify?token=x&type=signup", { key: "", headers: { "X-Forwarded-For": address } });
  const used = async (token_hash: string) => (await post("/verify", { token_hash, type: "recovery" })).status;
  const tooMany = { status: 429, body: { code: 429, error_code: "over_request_rate_limit" } };

  test.each(["/otp", "/recover", "/signup", "/resend"])(
    "%s mails an address once in the time that is set, known or unknown alike",
    async (path) => {
      const [known, unknown] = [await newUser(), site().newEmail()];
      const body = (email: string) => ({ email, ...(path === "/signup" && { password }), ...(path === "/resend" && { type: "signup" }) });
      // The known one has just had its confirmation.
      expect((await post(path, body(unknown))).status).toBe(200);
      const answers = [];
      for (const email of [known, unknown]) {
        const { status, body: refusal, headers } = await post(path, body(email.toUpperCase()));
        const wait = Number(headers.get("Retry-After"));
        expect(wait).toBeGreaterThan(400);
        expect(wait).toBeLessThanOrEqual(600);
        answers.push({ status, body: { ...refusal, msg: refusal.msg.replace(/\d+/, "so many") } });
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toEqual({
        status: 429,
        body: {
          code: 429,
          error_code: "over_email_send_rate_limit",
          msg: "For security purposes, you can only request this after so many seconds.",
        },
      });
    },
  );

  test("the client says why it was refused", async () => {
    const email = site().newEmail();
    await site().client().auth.signInWithOtp({ email });
    const { error } = await site().client().auth.signInWithOtp({ email });
    expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
  });

  test("who changes the address again and again does not fill the old mailbox", async () => {
    const email = await newUser();
    await site().sql`update public.rate_limits set started_at = now() - interval '1 hour'`;
    const { body } = await post("/token?grant_type=password", { email, password });
    const change = () => post("/user", { email: site().newEmail() }, newAddress(), { method: "PUT", token: body.access_token });
    expect((await change()).status).toBe(200);
    expect((await change()).body.error_code).toBe("over_email_send_rate_limit");
  });

  test.each([
    ["/signup", { email: "a@example.com" }, 400],
    ["/token?grant_type=password", { email: "a@example.com", password }, 400],
    ["/token?grant_type=refresh_token", { refresh_token: "unknown" }, 400],
    ["/token?grant_type=pkce", { auth_code: "unknown", code_verifier: "unknown" }, 404],
    ["/otp", {}, 400],
    ["/recover", {}, 400],
    ["/resend", {}, 400],
    ["/verify", { type: "email", token: "123456", email: "a@example.com" }, 403],
  ])("%s is answered five times to one address, and not a sixth", async (path, body, status) => {
    const address = newAddress();
    for (let call = 0; call < 5; call++) expect((await post(path, body, address)).status).toBe(status);
    const sixth = await post(path, body, address);
    expect(sixth).toMatchObject(tooMany);
    expect(Number(sixth.headers.get("Retry-After"))).toBeGreaterThan(200);
    expect((await post(path, body)).status).toBe(status);
  });

  test("links are opened five times by one address, and not a sixth", async () => {
    const address = newAddress();
    for (let call = 0; call < 5; call++) expect((await open(address)).status).toBe(303);
    expect((await open(address)).status).toBe(429);
    expect((await open(newAddress())).status).toBe(303);
  });

  test("30 calls at once from one address are answered five times", async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => post("/token?grant_type=refresh_token", { refresh_token: "x" }, address)),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  test("ten passwords may be tried on one account, from wherever; known and unknown alike", async () => {
    for (const email of [await newUser(), site().newEmail()]) {
      const attempt = (given: string, written = email) => post("/token?grant_type=password", { email: written, password: given });
      for (let tries = 0; tries < 10; tries++) {
        const written = tries % 2 ? email : ` ${email.toUpperCase()}`;
        expect(await attempt("not the password", written)).toMatchObject({ status: 400, body: { error_code: "invalid_credentials" } });
      }
      expect(await attempt(password)).toMatchObject(tooMany);
    }
  });

  test("strangers who guess lock each other out, and not the owner where they are signed in", async () => {
    const email = await newUser();
    const home = "198.51.100.7";
    const attempt = (given: string, address?: string) => post("/token?grant_type=password", { email, password: given }, address);
    expect((await attempt(password, home)).status).toBe(200);
    for (let tries = 0; tries < 10; tries++) expect((await attempt("a guess")).status).toBe(400);
    expect(await attempt(password)).toMatchObject(tooMany);
    expect((await attempt(password, home)).status).toBe(200);
  });

  test("strangers who guess do not lock the owner out of a browser where they have got in, wherever it is and signed out", async () => {
    const email = await newUser();
    const attempt = (given: string, device = "") =>
      site().post(
        "/token?grant_type=password",
        { email, password: given },
        { headers: { "X-Forwarded-For": newAddress(), "X-Known-Device": device } },
      );
    const device = (await attempt(password)).headers.get("x-known-device")!;
    await site().sql`delete from auth.sessions where user_id = (select id from auth.users where email = ${email})`;
    for (let tries = 0; tries < 10; tries++) expect((await attempt("a guess")).status).toBe(400);
    expect(await attempt(password)).toMatchObject(tooMany);
    expect(
      await attempt(
        password,
        device.replace(/^./, (first) => (first === "a" ? "b" : "a")),
      ),
    ).toMatchObject(tooMany);
    const again = await attempt(password, device);
    expect(again.status).toBe(200);
    // The mark is the same: signing in is no way to more guesses.
    expect(again.headers.get("x-known-device")).toBe(device);
    for (let tries = 0; tries < 10; tries++) expect((await attempt("a guess", device)).status).toBe(400);
    expect(await attempt(password, device)).toMatchObject(tooMany);
  });

  test("a link that somebody else asks for leaves mine good; one of them is enough, and then all are over", async () => {
    const email = await newUser();
    const ask = async (address: string) => {
      await site().sql`delete from public.rate_limits`;
      const before = (await site().mailsTo(email)).length;
      expect((await post("/recover", { email }, address)).status).toBe(200);
      return (await site().mailTo(email, before)).tokenHash;
    };
    const [first, mine, strangers] = [await ask("198.51.100.8"), await ask("198.51.100.8"), await ask("198.51.100.9")];
    expect(first).toBe(mine);
    expect(strangers).not.toBe(mine);
    expect(await used(mine)).toBe(200);
    expect(await used(strangers)).toBe(403);
  });

  test("the codes of an address's mails may be guessed fifty times in a day, however many mails there are", async () => {
    const email = site().newEmail();
    const guess = () => post("/verify", { email, token: "123456", type: "email" });
    for (let tries = 0; tries < 50; tries++) expect((await guess()).status).toBe(403);
    expect(await guess()).toMatchObject(tooMany);
  });

  test("a code that is tried as one kind of mail after the other is one guess", async () => {
    const email = site().newEmail();
    await post("/signup", { email, password });
    const { code } = await site().mailTo(email);
    const guess = async (number: number, address?: string) => {
      const token = String((Number(code) + number) % 1_000_000).padStart(6, "0");
      const statuses = [];
      for (const type of ["signup", "magiclink", "recovery", "email_change"]) {
        statuses.push((await post("/verify", { email, token, type }, address)).status);
        if (statuses.at(-1) === 200) break;
      }
      return statuses;
    };
    const address = newAddress();
    for (const number of [1, 1, 2, 2]) expect(await guess(number, address)).toEqual([403, 403, 403, 403]);
    // The fifth is the last that the network may try, and that the code may be guessed.
    expect(await guess(0, address)).toEqual([200]);
    expect((await guess(5, address))[0]).toBe(429);
    // As the same kind again, it is another guess.
    const again = newAddress();
    const same = () => post("/verify", { email, token: "000000", type: "recovery" }, again);
    for (let tries = 0; tries < 5; tries++) expect((await same()).status).toBe(403);
    expect(await same()).toMatchObject(tooMany);
  });

  test("strangers who guess at codes lock each other out, and not the owner where they are signed in", async () => {
    const email = await newUser();
    const home = "198.51.100.10";
    expect((await post("/token?grant_type=password", { email, password }, home)).status).toBe(200);
    await site().sql`delete from public.rate_limits`;
    expect((await post("/recover", { email }, home)).status).toBe(200);
    const { code } = await site().mailTo(email, 1);
    const guess = (number: number) => post("/verify", { email, token: String(number).padStart(6, "0"), type: "email" });
    for (let number = 0; number < 50; number++) expect((await guess(number)).status).toBe(403);
    expect(await guess(50)).toMatchObject(tooMany);
    expect((await post("/verify", { email, token: code, type: "recovery" }, home)).status).toBe(200);
  });

  test("after five minutes it is another time", async () => {
    const email = site().newEmail();
    const attempt = () => post("/token?grant_type=password", { email, password });
    for (let tries = 0; tries < 11; tries++) await attempt();
    expect(await attempt()).toMatchObject(tooMany);
    await site().sql`update public.rate_limits set started_at = now() - interval '301 seconds'`;
    expect((await attempt()).status).toBe(400);
  });

  test("what is counted is not kept in the clear", async () => {
    const [email, address] = [site().newEmail(), newAddress()];
    await post("/recover", { email }, address);
    const kept = JSON.stringify(await site().sql`select * from public.rate_limits`);
    expect(kept).not.toContain(email);
    expect(kept).not.toContain(address);
  });

  test.each(["nonsense", "203.0.113.7:4711", "fe80::1%eth0", "unknown", "a".repeat(300)])(
    "a sign-in is recorded wherever it comes from, even from %s",
    async (address) => {
      const email = await newUser();
      expect((await post("/token?grant_type=password", { email, password }, address)).status).toBe(200);
    },
  );

  /** A confirmed user; the confirmation was a mail to the address. */
  async function newUser(): Promise<string> {
    const email = site().newEmail();
    await post("/signup", { email, password });
    const { tokenHash } = await site().mailTo(email);
    await post("/verify", { token_hash: tokenHash, type: "signup" });
    return email;
  }
}, settings);

// To strangers: each mail goes to somebody else.
onAccounts(
  (site) => {
    const ask = async (address: string) =>
      (await site().post("/otp", { email: site().newEmail() }, { headers: { "X-Forwarded-For": address } })).body.error_code;

    test("a network may ask for so many mails in an hour, and the place around it for three times as many", async () => {
      const tooMany = "over_email_send_rate_limit";
      for (let mails = 0; mails < 4; mails++) expect(await ask(`2001:db8:1:1::${mails}`)).toBeUndefined();
      expect(await ask("2001:db8:1:1::9")).toBe(tooMany);
      for (let mails = 0; mails < 8; mails++) expect(await ask(`2001:db8:1:${mails + 2}::1`)).toBeUndefined();
      expect(await ask("2001:db8:1:a::1")).toBe(tooMany);
      expect(await ask("2001:db8:2:1::1")).toBeUndefined();
      expect(await ask("203.0.113.200")).toBeUndefined();
    });
  },
  { TRUST_PROXY: "1", AUTH_MAILS_PER_NETWORK: "4" },
);
