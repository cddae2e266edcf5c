import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { onSite } from "../site.ts";
import { buildFolder } from "../server.ts";
import { ask } from "./raw.ts";

/** Ways to write "one folder up" that some server, proxy or file system has taken for it. */
const ups = [
  "..",
  "%2e%2e",
  "%2E.",
  ".%2e",
  "..;",
  "..%00",
  "%252e%252e",
  "%c0%ae%c0%ae",
  "%e0%80%ae%e0%80%ae",
  "..%u2215",
  "\uff0e\uff0e",
  "....//..",
  "..\\..",
];
const slashes = ["/", "%2f", "%5c", "\\", "%252f", "//", "/./", "%c0%af"];

/** What must not be read: files of the system, of the build, of the data folder, of the project. */
const files = ["etc/passwd", "server/main.js", "auth-keys.json", ".env", "package.json", "db/PG_VERSION", "proc/self/environ"];

/** What would show that one was. */
const contents = /root:x:|createRequestHandler|"secretKey"|"postinstall"|PATH=|sb_secret_|PG_VERSION\n|DATA_DIR=/;

onSite((site) => {
  /** Where files are served by name. */
  let folders: string[];
  beforeAll(() => {
    const asset = readdirSync(`${buildFolder}/client/assets`).find((name) => name.endsWith(".js"))!;
    folders = [
      "",
      "/assets",
      `/assets/${asset}`,
      "/social",
      "/api/icons",
      "/builds",
      "/.well-known",
      "/language",
      "/me",
      "/auth/v1/.well-known",
    ];
  });

  test("no address leaves the folder of the build, however it is written", async () => {
    const addresses = folders.flatMap((folder) =>
      ups.flatMap((up, one) =>
        slashes.flatMap((slash, two) => {
          // Every way up with every slash, and each file in turn.
          const file = files[(one * slashes.length + two) % files.length]!.replaceAll("/", slash);
          return `${folder}/${`${up}${slash}`.repeat(1 + ((one + two) % 6))}${file}`;
        }),
      ),
    );
    for (let start = 0; start < addresses.length; start += 20) {
      const heard = await Promise.all(
        addresses.slice(start, start + 20).map(async (address) => ({ address, ...(await ask(site(), `GET ${address}`)) })),
      );
      for (const { address, answer, statuses } of heard) {
        expect(answer, address).not.toMatch(contents);
        expect([301, 400, 401, 404].includes(statuses[0]!), `${address}: ${answer.slice(0, 100)}`).toBe(true);
      }
    }
  });

  test("what lies beside the files of the build is not served by its name either", async () => {
    const names = [
      "/server/main.js",
      "/build/server/main.js",
      "/.env",
      "/.git/config",
      "/.data/auth-keys.json",
      "/auth-keys.json",
      "/package.json",
      "/package-lock.json",
      "/node_modules/hono/package.json",
      "/app/routes.ts",
      "/server/app.ts",
      "/assets",
      "/assets/",
      "/assets/.",
      "/social/",
      "/favicon.svg%00.png",
      "/favicon.svg::$DATA",
      "/FAVICON.SVG",
      "/build/.built",
      "//etc/passwd",
      "file:///etc/passwd",
      "/@fs/etc/passwd",
      "/@vite/client",
      "/__manifest",
      "/__manifest?p=/admin",
    ];
    for (const name of names) {
      const { answer, statuses } = await ask(site(), `GET ${name}`);
      expect([301, 400, 404, 405].includes(statuses[0]!), `${name}: ${answer.slice(0, 200)}`).toBe(true);
      expect(answer, name).not.toMatch(contents);
    }
  });

  test("no map of a script is among the files of the build, nor a source", () => {
    const served = readdirSync(`${buildFolder}/client`, { recursive: true, encoding: "utf8" });
    expect(served.length).toBeGreaterThan(20);
    expect(served.filter((name) => /\.(map|tsx?|env|sql|md)$|(^|\/)\./.test(name))).toEqual([]);
  });
});
