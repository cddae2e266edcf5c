import { expect, test } from "vitest";
import { readChoice, writeChoice } from "./consent-choice.ts";
import { consentSignals, isAllowed } from "#app/consent/tags.ts";

test("a choice survives its cookie", () => {
  for (const granted of [[], ["statistic"], ["functional", "statistic", "marketing"]] as const) {
    const choice = { version: "1.0", granted: [...granted], id: "4f1c-abc-1234" };
    expect(readChoice(writeChoice(choice), "1.0")).toEqual(choice);
  }
});

test("what is not a choice about this version counts as none", () => {
  for (const cookie of [
    undefined,
    "",
    "yes",
    "1.0_fsm",
    "1.0_x_12345678",
    "0.9_fsm_12345678",
    "1.0_u_12345678",
    "1.0_s_<script>",
    "1.0_s_1",
    "__",
  ]) {
    expect(readChoice(cookie, "1.0"), cookie).toBeUndefined();
  }
});

test("a tag loads with a category of its own; one that nobody knows does not load at all", () => {
  expect(isAllowed("gtm", ["statistic"])).toBe(true);
  expect(isAllowed("gtm", ["marketing"])).toBe(true);
  expect(isAllowed("gtm", ["functional"])).toBe(false);
  for (const name of ["pixel", "toString", "__proto__"]) {
    expect(isAllowed(name, ["functional", "statistic", "marketing"]), name).toBe(false);
  }
});

const granted = (categories: Parameters<typeof consentSignals>[0]) =>
  Object.entries(consentSignals(categories))
    .filter(([, signal]) => signal === "granted")
    .map(([name]) => name);

test("the signals say what was granted, category by category", () => {
  expect(granted([])).toEqual(["security_storage"]);
  expect(granted(["statistic"])).toEqual(["analytics_storage", "security_storage"]);
  expect(granted(["marketing"])).toEqual(["ad_storage", "ad_user_data", "ad_personalization", "security_storage"]);
  expect(granted(["functional"])).toEqual(["functionality_storage", "personalization_storage", "security_storage"]);
});
