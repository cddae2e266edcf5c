import { expect, test } from "vitest";
import { findRule } from "./route-rules.ts";

const at = (path: string) => new URL(path, "http://localhost");

test("leads /index-old to the home page of its language, permanently, with its query", () => {
  expect(findRule(at("/index-old"))).toMatchObject({ to: "/", status: 301, external: false });
  expect(findRule(at("/gl/index-old?utm_source=x"))).toMatchObject({ to: "/gl?utm_source=x", status: 301 });
});

test("has no rule for other addresses, not even for names every object has", () => {
  expect(findRule(at("/contact"))).toBeUndefined();
  expect(findRule(at("/constructor"))).toBeUndefined();
});

test("leaves an external address as it is", () => {
  const rules = { "/blog": { to: "https://blog.example/", status: 302 } } as const;
  expect(findRule(at("/es/blog?x=1"), rules)).toEqual({ to: "https://blog.example/", status: 302, external: true });
});
