import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Queries } from "#backend/database/connection.ts";
import { addressKeys, outbox, requestConsents, requests } from "#backend/database/schema.ts";
import { onBothEngines } from "#backend/database/testing.ts";
import { acceptRequest, type HourlyLimits, type Submission } from "./accept-request.ts";
import { addressHashes } from "#backend/address-hashes.ts";

const address = "203.0.113.77";
const limits: HourlyLimits = { perAddress: 1000, overall: 1000 };

const submission: Submission = {
  request: {
    mode: "contact",
    name: "Uxía Nogueira",
    email: "uxia@example.com",
    company: "Panadaría Nogueira",
    city: "Lugo",
    phone: "+34612345678",
    reason: "general",
    message: "Temos unha panadaría en Lugo e queremos unha páxina para os encargos.",
    privacy: "on",
    terms: "on",
  },
  locale: "gl",
  origin: { page: "/gl", campaign: { utm_source: "radio" } },
  address,
  key: "key-1",
  trap: "",
  elapsed: 60_000,
  isOfferMessage: false,
  versions: { privacy: "1.2", terms: "1.1" },
};

/** The submission with other things in the request, and around it. */
function submissionWith(request: Partial<Submission["request"]>, around: Partial<Submission> = {}): Submission {
  return { ...submission, ...around, request: { ...submission.request, ...request } };
}

/** One of any number of submissions that have nothing in common but the address. */
function another(n: number, around: Partial<Submission> = {}) {
  const request = { email: `person-${n}@example.com`, message: `${submission.request.message} Somos a tenda ${n}.` };
  return submissionWith(request, { key: `key-${n}`, ...around });
}

const outcomes = (acceptances: { outcome: string }[], outcome: string) => acceptances.filter((one) => one.outcome === outcome).length;

onBothEngines((open) => {
  const queries = (): Queries => open().database.queries;
  const accept = (given: Submission = submission, hourly = limits) => acceptRequest(queries(), given, hourly);
  const stored = () => queries().select().from(requests);
  const mails = () => queries().select({ kind: outbox.kind, state: outbox.state }).from(outbox).orderBy(outbox.kind);
  const makeOlder = (interval: string) =>
    queries()
      .update(requests)
      .set({ createdAt: sql`${requests.createdAt} - ${interval}::interval` });

  const signalsOf = async (email: string) =>
    (await queries().select().from(requests).where(eq(requests.email, email))).map(({ spamSignals }) => spamSignals);
  const hashesAt = (time: string) => addressHashes(queries(), address, new Date(time));

  beforeEach(async () => {
    await queries().delete(requests);
    await queries().delete(requestConsents);
  });

  test("stores the request with its origin", async () => {
    expect(await accept()).toEqual({ outcome: "stored" });
    const { privacy: _privacy, terms: _terms, ...fields } = submission.request;
    expect(await stored()).toEqual([
      expect.objectContaining({ ...fields, ...submission.origin, locale: "gl", state: "new", spamSignals: [], submissionKey: "key-1" }),
    ]);
  });

  test("stores the proof of both consents: what, which version, in which language, by whom and when", async () => {
    await accept();
    const [request] = await stored();
    const consents = await queries().select().from(requestConsents).orderBy(requestConsents.document);
    const proof = { requestId: request!.id, email: "uxia@example.com", locale: "gl", acceptedAt: request!.createdAt };
    expect(consents).toEqual([
      expect.objectContaining({ ...proof, document: "privacy", version: "1.2" }),
      expect.objectContaining({ ...proof, document: "terms", version: "1.1" }),
    ]);
  });

  test("puts the notice and the receipt into the outbox, both due at once", async () => {
    await accept();
    const [request] = await stored();
    expect(await queries().select().from(outbox).orderBy(outbox.kind)).toEqual(
      ["notice", "receipt"].map((kind) =>
        expect.objectContaining({ kind, requestId: request!.id, state: "due", attempts: 0, dueAt: request!.createdAt, sentAt: null }),
      ),
    );
  });

  test("stores nothing at all when a part of it cannot be stored", async () => {
    // The table of requests refuses the first; the consents, which come later, refuse the second.
    await expect(accept({ ...submission, locale: "no language" as "gl" })).rejects.toThrow();
    await expect(accept({ ...submission, versions: { privacy: "1.2", terms: null! } })).rejects.toThrow();
    expect(await stored()).toEqual([]);
    expect(await queries().select().from(requestConsents)).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(await accept()).toEqual({ outcome: "stored" });
  });

  describe("the same submission", () => {
    test("is known the second time and stored once", async () => {
      await accept();
      expect(await accept()).toEqual({ outcome: "known" });
      expect(await stored()).toHaveLength(1);
      expect(await queries().select().from(requestConsents)).toHaveLength(2);
      expect(await mails()).toHaveLength(2);
    });

    test("is stored once when it comes twenty times at once", async () => {
      const acceptances = await Promise.all(Array.from({ length: 20 }, () => accept()));
      expect([outcomes(acceptances, "stored"), outcomes(acceptances, "known")]).toEqual([1, 19]);
      expect(await stored()).toHaveLength(1);
      expect(await mails()).toHaveLength(2);
    });

    test("is another one when something in it was changed, though its key is the same", async () => {
      await accept();
      for (const change of [{ name: "Uxía N." }, { phone: null }, { city: null }, { company: null }, { reason: "support" as const }])
        expect(await accept(submissionWith(change))).toEqual({ outcome: "stored" });
      expect(await stored()).toHaveLength(6);
    });

    test("is known without a key for a day, whatever case its e-mail address is written in", async () => {
      const keyless = submissionWith({}, { key: null });
      await accept(keyless);
      await makeOlder("23 hours 59 minutes");
      expect(await accept(keyless)).toEqual({ outcome: "known" });
      expect(await accept(submissionWith({ email: "Uxia@Example.com" }, { key: null }))).toEqual({ outcome: "known" });
      await makeOlder("2 minutes");
      expect(await accept(keyless)).toEqual({ outcome: "stored" });
    });

    test("is known by its key after more than a day too; with a new key it is a new one", async () => {
      await accept();
      await makeOlder("30 days");
      expect(await accept()).toEqual({ outcome: "known" });
      expect(await accept({ ...submission, key: "key-2" })).toEqual({ outcome: "stored" });
    });
  });

  describe("the limits of an hour", () => {
    test("stop an address after so many, and say for how many seconds", async () => {
      const few = { ...limits, perAddress: 3 };
      for (let n = 0; n < 3; n++) expect(await accept(another(n), few)).toEqual({ outcome: "stored" });
      await makeOlder("20 minutes");
      const acceptance = await accept(another(3), few);
      expect(acceptance).toEqual({ outcome: "limited", retryAfter: expect.any(Number) });
      expect((acceptance as { retryAfter: number }).retryAfter).toSatisfy((seconds: number) => seconds > 2380 && seconds <= 2400);
      expect(await stored()).toHaveLength(3);
      expect(await mails()).toHaveLength(6);
    });

    test("leave other addresses alone", async () => {
      const one = { ...limits, perAddress: 1 };
      await accept(another(1), one);
      expect(await accept(another(2), one)).toMatchObject({ outcome: "limited" });
      expect(await accept(another(3, { address: "203.0.113.78" }), one)).toEqual({ outcome: "stored" });
    });

    test("count the addresses of one IPv6 customer as one", async () => {
      const one = { ...limits, perAddress: 1 };
      await accept(another(1, { address: "2001:db8:0:1::a" }), one);
      expect(await accept(another(2, { address: "2001:db8:0:1:ffff::b" }), one)).toMatchObject({ outcome: "limited" });
      expect(await accept(another(3, { address: "2001:db8:0:2::a" }), one)).toEqual({ outcome: "stored" });
    });

    test("stop everyone when there are too many overall", async () => {
      const few = { ...limits, overall: 2 };
      await accept(another(1, { address: "203.0.113.1" }), few);
      await accept(another(2, { address: "203.0.113.2" }), few);
      const acceptance = await accept(another(3, { address: "203.0.113.3" }), few);
      expect(acceptance).toMatchObject({ outcome: "limited" });
      expect((acceptance as { retryAfter: number }).retryAfter).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 3600);
    });

    test("never ask for more than an hour, though what counts may have begun a moment later", async () => {
      const one = { ...limits, perAddress: 1 };
      await accept(another(1), one);
      await makeOlder("-5 seconds");
      expect(await accept(another(2), one)).toEqual({ outcome: "limited", retryAfter: 3600 });
    });

    test("move on: what is an hour old does not count", async () => {
      const two = { perAddress: 2, overall: 2 };
      await accept(another(1), two);
      await makeOlder("59 minutes 30 seconds");
      await accept(another(2), two);
      const acceptance = await accept(another(3), two);
      // A place is free when the older of the two is an hour old.
      expect((acceptance as { retryAfter: number }).retryAfter).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 30);
      await queries()
        .update(requests)
        .set({ createdAt: sql`now() - interval '1 hour'` })
        .where(eq(requests.submissionKey, "key-1"));
      expect(await accept(another(3), two)).toEqual({ outcome: "stored" });
    });

    test("do not refuse what is stored already", async () => {
      const one = { perAddress: 1, overall: 1 };
      await accept(submission, one);
      expect(await accept(another(2), one)).toMatchObject({ outcome: "limited" });
      expect(await accept(submission, one)).toEqual({ outcome: "known" });
    });

    test.each(["perAddress", "overall"] as const)("many may come in an hour, and not one more (%s)", async (which) => {
      const many = 250;
      // Those before the hour have numbers too.
      for (let n = 0; n < 20; n++) await accept(another(n));
      await makeOlder("2 hours");
      const row = { ...(await stored())[0]!, createdAt: undefined, contentHash: "as many", submissionKey: null };
      const fill = (count: number) =>
        queries()
          .insert(requests)
          .values(Array.from({ length: count }, () => ({ ...row, id: undefined })));
      await fill(many - 1);
      expect(await accept(another(100), { ...limits, [which]: many })).toEqual({ outcome: "stored" });
      expect(await accept(another(101), { ...limits, [which]: many })).toMatchObject({ outcome: "limited" });
      expect(await accept(another(101), { ...limits, [which]: many + 1 })).toEqual({ outcome: "stored" });
    });

    test("hold exactly when thirty come from one address at once", async () => {
      const five = { ...limits, perAddress: 5 };
      const acceptances = await Promise.all(Array.from({ length: 30 }, (_, n) => accept(another(n), five)));
      expect([outcomes(acceptances, "stored"), outcomes(acceptances, "limited")]).toEqual([5, 25]);
      expect(await stored()).toHaveLength(5);
      for (const one of acceptances)
        if (one.outcome === "limited") expect(one.retryAfter).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 3600);
    });
  });

  describe("what looks like spam", () => {
    const fourLinks = "https://a.example http://b.example www.c.example https://d.example and nothing else to say about it";

    test.each([
      ["a filled trap", "trap", submissionWith({}, { trap: "x" })],
      ["an impossible speed", "speed", submissionWith({}, { elapsed: 500 })],
      ["a farm of links", "links", submissionWith({ message: fourLinks })],
    ])("for %s is stored as spam; the agency gets its notice, the receipt is held", async (_, signal, given) => {
      expect(await accept(given)).toEqual({ outcome: "stored" });
      expect(await stored()).toEqual([expect.objectContaining({ state: "spam", spamSignals: [signal] })]);
      expect(await mails()).toEqual([
        { kind: "notice", state: "due" },
        { kind: "receipt", state: "held" },
      ]);
    });

    test("for the same text from another person within a day is stored as spam, however it is spaced", async () => {
      await accept();
      await accept(
        submissionWith({ email: "b@example.com", message: `${submission.request.message.toUpperCase().replaceAll(" ", " \n ")}` }),
      );
      expect(await signalsOf("uxia@example.com")).toEqual([[]]);
      expect(await signalsOf("b@example.com")).toEqual([["repeated"]]);
      await makeOlder("25 hours");
      await accept(submissionWith({ email: "c@example.com" }));
      expect(await signalsOf("c@example.com")).toEqual([[]]);
    });

    test("is neither the same person's text nor the offer's own message", async () => {
      await accept();
      await accept(submissionWith({ name: "Uxía" }));
      await accept(submissionWith({ email: "b@example.com" }, { isOfferMessage: true }));
      expect(await signalsOf("uxia@example.com")).toEqual([[], []]);
      expect(await signalsOf("b@example.com")).toEqual([[]]);
    });
  });

  describe("the sender's address", () => {
    test("is stored nowhere, only its hash", async () => {
      await accept();
      await accept(another(2, { address: "2001:db8:aaaa:bbbb::cccc" }));
      const rows = await Promise.all([requests, requestConsents, outbox, addressKeys].map((table) => queries().select().from(table)));
      const everything = JSON.stringify(rows);
      expect(everything).toContain("uxia@example.com");
      expect(everything).not.toMatch(/203\.0\.113\.77|2001:db8|aaaa:bbbb/i);
      expect(new Set((await stored()).map(({ addressHash }) => addressHash))).toSatisfy((hashes: Set<string>) => hashes.size === 2);
    });

    // Days of long ago: those of today have a key that other tests have made.
    const noon = "2024-11-15T12:00:00Z";

    test("has the same hash all day, and another one the next day", async () => {
      const [today] = await hashesAt(noon);
      expect(await hashesAt("2024-11-15T23:59:59Z")).toEqual([today]);
      const tomorrow = await hashesAt("2024-11-16T12:00:00Z");
      expect(tomorrow).toHaveLength(1);
      expect(tomorrow).not.toContain(today);
      expect(await addressHashes(queries(), "203.0.113.78", new Date(noon))).not.toContain(today);
    });

    test("is known by yesterday's hash too in the first hour after midnight", async () => {
      const [yesterday] = await hashesAt(noon);
      const early = await hashesAt("2024-11-16T00:59:59Z");
      expect(early).toEqual([expect.any(String), yesterday]);
      expect(early[0]).not.toBe(yesterday);
      expect(await hashesAt("2024-11-16T01:00:00Z")).toEqual([early[0]]);
      expect(await hashesAt("2024-11-20T00:30:00Z")).toHaveLength(1);
    });

    test("gets one key a day, though many ask for it at once", async () => {
      const day = "2024-12-01";
      const hashes = await Promise.all(Array.from({ length: 20 }, () => hashesAt(`${day}T12:00:00Z`)));
      expect(new Set(hashes.flat()).size).toBe(1);
      expect(await queries().select().from(addressKeys).where(eq(addressKeys.day, day))).toHaveLength(1);
    });
  });
});
