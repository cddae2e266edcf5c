import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim());

/** What .dockerignore lets in. */
const letIn = linesOf(".dockerignore")
  .filter((line) => line.startsWith("!"))
  .map((line) => line.slice(1));

test("every room of the site, and what the build and the commands need, is let into the image", () => {
  const { imports } = JSON.parse(readFileSync("package.json", "utf8")) as { imports: Record<string, string> };
  const rooms = Object.values(imports).map((path) => path.split("/")[1]!);
  expect(rooms.length).toBeGreaterThan(3);
  expect(letIn).toEqual(expect.arrayContaining([...rooms, "scripts", "supabase", "public", "package.json", "package-lock.json"]));
  for (const name of letIn) expect(existsSync(name), name).toBe(true);
  // Nothing of this machine.
  expect(linesOf(".dockerignore")).toContain("*");
});

test("what the image is made of is there, of the version that the site uses", () => {
  const copied = linesOf("Dockerfile")
    .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));
  expect(copied).toContain("package.json");
  for (const name of copied) expect(name === "." || (existsSync(name) && letIn.includes(name)), name).toBe(true);
  for (const [, file] of readFileSync("Dockerfile", "utf8").matchAll(/node (scripts\/\S+)/g)) expect(existsSync(file!), file).toBe(true);

  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
  expect(linesOf("Dockerfile")).toContain(`ARG NODE=${dependencies.node}-slim`);
});
