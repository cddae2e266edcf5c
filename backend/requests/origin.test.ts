import { expect, test } from "vitest";
import { originAddress, originOf } from "./origin.ts";

const site = ["https://abrente.example", "http://localhost:3000"];

test("the page and its campaign come from the referrer", () => {
  expect(originOf("https://abrente.example/gl?utm_source=radio&utm_campaign=abril&x=1", "", site)).toEqual({
    page: "/gl",
    campaign: { utm_source: "radio", utm_campaign: "abril" },
  });
});

test("other sites, nonsense and nothing say nothing", () => {
  for (const referrer of ["https://evil.example/?utm_source=x", "not an address", "", null])
    expect(originOf(referrer, "", site)).toEqual({ page: null, campaign: {} });
  expect(originOf(null, "https://evil.example/x", site)).toEqual({ page: null, campaign: {} });
  expect(originOf(null, "//evil.example/x", site)).toEqual({ page: null, campaign: {} });
  expect(originOf(null, "http://[", site)).toEqual({ page: null, campaign: {} });
});

test("a form that came back carries the first page through, not its own", () => {
  const first = originOf("https://abrente.example/es?utm_source=a%20b", "", site);
  expect(originOf("https://abrente.example/es/contact", originAddress(first), site)).toEqual(first);
});

test("what is long, empty or cannot be stored is cut, left out or cleaned", () => {
  const { page, campaign } = originOf(
    `https://abrente.example/${"a".repeat(500)}?utm_source=%00x&utm_term=&utm_id=${"b".repeat(500)}`,
    "",
    site,
  );
  expect(page).toHaveLength(200);
  expect(campaign).toEqual({ utm_source: "x", utm_id: "b".repeat(200) });
});
