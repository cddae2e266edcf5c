import { expect, test } from "vitest";
import { weightOf } from "./proof.inline.ts";

test("a page weighs what it needs to be seen, whether it has woken meanwhile or not", () => {
  const seen = [
    { name: "http://localhost/gl?section=news", encodedBodySize: 30_000 },
    { name: "http://localhost/assets/piazzolla-CvDhKgw6.woff2", encodedBodySize: 22_000 },
    { name: "http://localhost/favicon.svg", encodedBodySize: 400 },
  ];
  const woken = ["assets/entry.client-D1s2.js", "assets/styles-B3f4.css", "awake/4f2a/gl"].map((path) => ({
    name: `http://localhost/${path}`,
    encodedBodySize: 90_000,
  }));
  expect(weightOf(seen)).toBe(52_400);
  expect(weightOf([...seen, ...woken])).toBe(52_400);
});
