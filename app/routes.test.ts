import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function pathsOfSite(): Promise<string[]> {
  const { default: routes } = await import("./routes.ts");
  const pathsUnder = (all: RouteConfigEntry[]): string[] => all.flatMap(({ path = "", children = [] }) => [path, ...pathsUnder(children)]);
  return pathsUnder(routes);
}

test("the site has no page of the tests", async () => {
  vi.stubEnv("TEST_PAGES", undefined);
  const paths = await pathsOfSite();
  expect(paths).toContain("contact");
  expect(paths.filter((path) => path.includes("test"))).toEqual([]);
});

test("the build of the tests has them", async () => {
  vi.stubEnv("TEST_PAGES", "1");
  expect(await pathsOfSite()).toContain("test/form");
});
