import { afterEach, expect, test } from "vitest";
import { followRules } from "./follow-rules.ts";
import { routeRules } from "./route-rules.ts";

afterEach(() => {
  delete routeRules["/blog"];
});

/** The response that the rules throw for an address; undefined when they let it pass. */
function follow(path: string): Response | undefined {
  try {
    followRules({ url: new URL(path, "http://localhost") });
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

test.each([
  ["/index-old", "/"],
  ["/gl/index-old", "/gl"],
  ["/es/index-old?utm_source=x", "/es?utm_source=x"],
])("leads %s to %s, permanently and without loading the page anew", (from, to) => {
  const response = follow(from);
  expect(response?.status).toBe(301);
  expect(response?.headers.get("Location")).toBe(to);
  expect(response?.headers.has("X-Remix-Reload-Document")).toBe(false);
});

test.each(["/", "/contact", "/gl", "/gl/contact?x=/index-old", "/constructor", "/gl/__proto__"])("lets %s pass", (path) => {
  expect(follow(path)).toBeUndefined();
});

test("leaves the site with a full page load when the rule leads elsewhere", () => {
  routeRules["/blog"] = { to: "https://blog.example/", status: 302 };
  const response = follow("/gl/blog?x=1");
  expect(response?.status).toBe(302);
  expect(response?.headers.get("Location")).toBe("https://blog.example/");
  expect(response?.headers.get("X-Remix-Reload-Document")).toBe("true");
});
