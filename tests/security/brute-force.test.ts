import { expect, test } from "vitest";
import { onSite } from "../site.ts";
import { password } from "../password.ts";
import { visitorOf } from "../contract/visitor.ts";
import { addFactor, codeOf, contactForm, newPerson, signInFully } from "./people.ts";

/** Guessing at the pages, from many addresses at once. tests/contract/limits.test.ts has the calls of the accounts service. */
onSite(
  (site) => {
    let calls = 0;
    /** A visitor who comes from another address each time. */
    function fromAnywhere(
      path: string,
      form: Record<string, string>,
      cookies = new Map<string, string>(),
      address = `203.0.${Math.floor(++calls / 250)}.${calls % 250}`,
    ) {
      return fetch(site().url + path, {
        method: "POST",
        body: new URLSearchParams(form),
        headers: {
          Origin: site().url,
          "X-Forwarded-For": address,
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
        redirect: "manual",
      });
    }

    test("a password may be guessed ten times, from wherever, in whatever spelling of the address", async () => {
      const { email } = await newPerson(site());
      const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `];
      const guess = (number: number, given: string) =>
        fromAnywhere("/login", { intent: "password", email: spellings[number % 4]!, password: given });
      const answers = await Promise.all(Array.from({ length: 14 }, (_, number) => guess(number, `guess number ${number}`)));
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
      // The right one comes too late, and does not look different.
      const late = await guess(0, password);
      expect([late.status, late.headers.getSetCookie()]).toEqual([429, []]);
    });

    test("from one address, attempts at many accounts end too", async () => {
      const spray = Array.from({ length: 30 }, () =>
        fromAnywhere("/login", { intent: "password", email: site().newEmail(), password }, undefined, "198.51.100.7"),
      );
      const statuses = (await Promise.all(spray)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(25);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
    });

    test("a code of the second step may be guessed ten times, in however many sessions", async () => {
      const { email } = await newPerson(site());
      const { secret } = await addFactor(site(), email);
      const statuses: number[] = [];
      const thief = await visitorOf(site()).signIn(email);
      for (let number = 0; number < 14; number++) {
        const guess = String(100_000 + number * 7).padStart(6, "0");
        statuses.push((await fromAnywhere("/login", { intent: "code", code: guess }, thief.cookies)).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(422), ...Array<number>(4).fill(429)]);
      expect((await fromAnywhere("/login", { intent: "code", code: codeOf(secret, 1) }, thief.cookies)).status).toBe(429);
    });

    test("so may a recovery code, in whatever spelling, and the right one comes too late", async () => {
      const { email } = await newPerson(site());
      const { secret } = await addFactor(site(), email);
      const owner = await signInFully(site(), email, secret);
      const made = await owner.post("/me", { intent: "codes-new" });
      const [code] = /\d{4} \d{4} \d{4}/.exec(await made.text())!;
      const thief = await visitorOf(site()).signIn(email);
      const statuses: number[] = [];
      for (let number = 0; number < 12; number++) {
        const guess = `0000${number % 2 ? " " : "-"}0000 00${String(number).padStart(2, "0")}`;
        statuses.push((await fromAnywhere("/login", { intent: "code", code: guess }, thief.cookies)).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
      expect((await fromAnywhere("/login", { intent: "code", code: code! }, thief.cookies)).status).toBe(429);
    });

    test("the code of a mail may be guessed five times, and a link's token not at all", async () => {
      const email = site().newEmail();
      await site().post("/otp", { email });
      const { code } = await site().mailTo(email);
      const wrong = Array.from({ length: 5 }, (_, number) => String((Number(code) + 1 + number) % 1_000_000).padStart(6, "0"));
      for (const token of wrong) expect((await site().post("/verify", { email, token, type: "email" })).status).toBe(403);
      expect((await site().post("/verify", { email, token: code, type: "email" })).status).toBe(403);
      const guesses = Array.from({ length: 40 }, (_, number) =>
        fromAnywhere("/confirm", { token_hash: `guess${number}`, type: "signup" }, undefined, "198.51.100.8"),
      );
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15);
      expect(statuses.filter((status) => status < 400)).toEqual([]);
    });

    test("the key of a conversation is not guessed: from one address, wrong ones end", async () => {
      const guesses = Array.from({ length: 40 }, (_, number) =>
        fromAnywhere(`/conversation?key=${crypto.randomUUID()}.${"A".repeat(43)}`, { text: `${number}` }, undefined, "198.51.100.10"),
      );
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15);
      expect(statuses.filter((status) => status < 400)).toEqual([]);
    });

    const send = (address: string) => fromAnywhere("/contact", contactForm({ email: site().newEmail() }), undefined, address);

    test("contact requests from one address end, whatever it says of itself", async () => {
      const statuses: number[] = [];
      // Only the last address is the proxy's word.
      for (let number = 0; number < 8; number++) statuses.push((await send(`10.0.0.${number}, 198.51.100.9`)).status);
      expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429, 429]);
      // One customer has all of an IPv6 network.
      const others: number[] = [];
      for (let number = 0; number < 8; number++) others.push((await send(`2001:db8:1:2::${number}`)).status);
      expect(others).toEqual([303, 303, 303, 303, 303, 429, 429, 429]);
    });
  },
  { TRUST_PROXY: "1", AUTH_ATTEMPTS_PER_ADDRESS: "25", REQUESTS_PER_ADDRESS: "5" },
);
