import { pino } from "pino";
import { expect, test } from "vitest";
import { outbox, type AuthMailPayload } from "#backend/database/schema.ts";
import { onBothEngines } from "#backend/database/testing.ts";
import { mailGovernor } from "./governor.ts";
import { countHeldLetters } from "./held.ts";

onBothEngines((open) => {
  test("what tells the owner of a break-in is not held back, however many other mails there were", async () => {
    const { queries } = open().database;
    const mayLeave = mailGovernor(queries, { mailLimits: { perRecipient: 2, perHour: 1000 } }, pino({ enabled: false }));
    const ask = (letter: AuthMailPayload["letter"]) => {
      const payload: AuthMailPayload = { to: "owner@example.com", locale: "en", letter };
      return mayLeave({
        id: crypto.randomUUID(),
        createdAt: new Date(),
        kind: "auth",
        requestId: null,
        eventId: null,
        payload,
        attempts: 1,
      });
    };
    const asked = ["magiclink", "recovery", "magiclink", "guesses", "changed", "recovery_code_used", "deleted"] as const;
    const left: boolean[] = [];
    for (const letter of asked) left.push(await ask(letter));
    expect(left).toEqual([true, true, false, false, true, true, true]);
  });

  test("the letters of the accounts that are held are counted", async () => {
    const { queries } = open().database;
    const payload: AuthMailPayload = { to: "owner@example.com", locale: "en", letter: "magiclink" };
    await queries.insert(outbox).values([
      { kind: "auth", payload, state: "held" },
      { kind: "auth", payload, state: "sent" },
    ]);
    expect(await countHeldLetters(queries)).toBe(1);
  });
});
