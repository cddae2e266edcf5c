import * as fc from "fast-check";
import { expect, test } from "vitest";
import { onSite } from "../site.ts";
import { everyAddress, intents } from "./addresses.ts";
import { newAdmin, newPerson } from "./people.ts";
import { sendRaw } from "./raw.ts";
import { visitorOf } from "../contract/visitor.ts";

/** Nonsense of all kinds, to every address: it may be refused, and is never answered with a 5xx. */
const { FUZZ_COUNT, FUZZ_SEED } = process.env;
const count = Number(FUZZ_COUNT ?? 500);
// The same requests in every `npm test`; who looks for more gets others each time.
const seed = Number(FUZZ_SEED ?? (FUZZ_COUNT ? Date.now() % 1_000_000_000 : 836892046));

const methods = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("GET", "GET", "HEAD") },
  { weight: 5, arbitrary: fc.constant("POST") },
  { weight: 2, arbitrary: fc.constantFrom("PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE", "X") },
);
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    "",
    "\0",
    "a\0b",
    "\ud800",
    "__proto__",
    "constructor",
    "-1",
    "1e400",
    "NaN",
    "null",
    "[]",
    "{}",
    "' or 1=1 --",
    "%00",
    "%",
    "../..",
    "x".repeat(5000),
  ),
  fc.constantFrom("00000000-0000-4000-8000-000000000000", "2026-02-31", "9999999999999", "new", "won", "all", "gl", "a@example.com"),
  fc.constantFrom(
    "eq.1",
    "in.(1,2)",
    "(id.eq.1,not.and(name.is.null,email.cs.{a}))",
    "id,name::text,campaign->a->>b",
    "*,request_consents!inner(*)",
    "created_at.desc.nullslast",
    "fts(english).a&",
  ),
);
/** The parameters and fields that the code knows, and one that it does not. */
const names = fc.constantFrom(
  ..."next step out code error error_code type token_hash token sent mode person new view show q after request folder reason locale from to done needed icons redirect_to state provider grant_type apikey page per_page scope utm_source filter _routes index intent whose name email company city phone message privacy terms password new_password kept current_password mail_code second_code session new_email factor factor_code uri identity confirm_email role length typed seen note theme choice id homepage started key prefix prefixes bucketId sourceKey destinationKey paths expiresIn sortBy cursor download width resize select order limit offset columns on_conflict or and not.or id state requests.id unknown".split(
    " ",
  ),
);
const pairs = fc.array(fc.tuple(names, text), { maxLength: 6 });
const known = fc.constantFrom(...Object.values(intents).flat(), "state:won", "state:__proto__", "again:x", "provider:x", "__proto__");
const query = fc.oneof(
  { weight: 4, arbitrary: pairs.map((given) => encode(given)) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength: 40 }).map((given) => given.replaceAll(/[\s#]/g, "+")) },
  { weight: 1, arbitrary: fc.constantFrom("", "%", "%zz", "=&=", "a[]=1&a[b]=2", "a".repeat(9000), "%ED%A0%80") },
);
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...everyAddress) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(intents), "/theme", "/consent") },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...everyAddress), fc.constantFrom("/", ".data", "/..", "//", "%00", "%2f", ";a", "/x.data", "%F0%9F%98%80"))
      .map((two) => two.join("")),
  },
  { weight: 1, arbitrary: fc.webPath().map((given) => (given.startsWith("/") ? given : `/${given}`)) },
);
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(known, pairs)
      .map(([intent, given]) => ["application/x-www-form-urlencoded", encode([["intent", intent], ...given])] as const),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(pairs, fc.jsonValue())
      .map(([given, value]) => ["application/json", JSON.stringify({ ...Object.fromEntries(given), data: value })] as const),
  },
  { weight: 1, arbitrary: fc.json().map((given) => ["application/json", given] as const) },
  { weight: 1, arbitrary: pairs.map((given) => ["multipart/form-data; boundary=x", multipart(given)] as const) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom("text/plain", "multipart/form-data", "application/x-www-form-urlencoded; charset=utf-16", "x", ""),
      text,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(["text/plain", "x".repeat(300_000)] as const, ["application/json", "[".repeat(100_000)] as const),
  },
);
const headerText = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 60 }),
  fc.constantFrom(
    "",
    "*",
    "gl",
    '"x"',
    "bytes=5-2",
    "true",
    "7",
    "bucketName ZmlsZXM=,objectName YQ==",
    "a".repeat(4000),
    "%%%",
    "sb-session=base64-e30",
    "theme=dark; consent=1.0__x",
  ),
);
const headers = fc.dictionary(
  fc.constantFrom(
    ..."Cookie Accept Accept-Language Accept-Encoding If-None-Match Referer X-Forwarded-Host X-Forwarded-For Range Upgrade If-Range x-upsert x-metadata Upload-Length Upload-Metadata Upload-Offset Authorization apikey Sec-GPC X-Supabase-Api-Version User-Agent Origin".split(
      " ",
    ),
  ),
  headerText.map((given) => given.replaceAll(/[^\x20-\x7e]/g, "")),
  { maxKeys: 3 },
);
const sender = fc.constantFrom("nobody", "client", "admin", "key", "secret key") as fc.Arbitrary<
  "nobody" | "client" | "admin" | "key" | "secret key"
>;
/** A form of the page that it is sent to, so that more of them get past the door. */
const form = fc.constantFrom(...Object.entries(intents).flatMap(([page, all]) => all.map((intent) => [page, intent] as const)));
const request = fc.oneof(
  { weight: 5, arbitrary: fc.record({ method: methods, path, query, body, headers, sender }) },
  {
    weight: 1,
    arbitrary: fc.tuple(form, pairs, fc.record({ query, headers, sender })).map(([[page, intent], given, rest]) => ({
      method: "POST",
      path: page,
      body: ["application/x-www-form-urlencoded", encode([["intent", intent], ...given])] as const,
      ...rest,
    })),
  },
);

onSite(
  (site) => {
    test(`${count} generated requests are never answered with a 5xx (FUZZ_SEED=${seed})`, async () => {
      const { email } = await newPerson(site());
      const [admin, client] = [await newAdmin(site()), await visitorOf(site()).signIn(email)];
      const cookieOf = ({ cookies }: typeof admin) => [`Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join("; ")}`];
      const { publishableKey, secretKey } = site().keys;
      await site().admin().storage.createBucket("files", { public: true });
      await site().admin().storage.from("files").upload("a folder/file.txt", "something to read");
      const asWhom = {
        nobody: [],
        client: cookieOf(client),
        admin: cookieOf(admin),
        key: [`apikey: ${publishableKey}`, `Authorization: Bearer ${client.session().access_token}`],
        "secret key": [`apikey: ${secretKey}`, `Authorization: Bearer ${secretKey}`],
      };
      const statuses: Record<number, number> = {};
      const complaints: Record<string, unknown> = {};
      const waiting = fc.sample(request, { numRuns: count, seed });
      const work = Array.from({ length: 8 }, async () => {
        for (let one = waiting.pop(); one; one = waiting.pop()) {
          const [type, content] = one.method === "GET" || one.method === "HEAD" ? [undefined, ""] : one.body;
          const lines = [
            `${one.method} ${one.path}${one.query && `?${one.query}`} HTTP/1.1`,
            "Host: localhost",
            "Connection: close",
            ...asWhom[one.sender],
            // Otherwise every form would be another site's.
            ...("Origin" in one.headers ? [] : [`Origin: ${site().url}`]),
            ...Object.entries(one.headers).map(([name, value]) => `${name}: ${value}`),
            ...(type === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(content)}`]),
            "",
            content,
          ];
          const {
            statuses: [status = 0],
            answer,
          } = await sendRaw(site(), Buffer.from(lines.join("\r\n")));
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status >= 500 || status < 200)
            complaints[`${status} ${one.method} ${one.path}`] ??= {
              ...one,
              body: [type, content.slice(0, 300)],
              answer: answer.slice(0, 200),
            };
        }
      });
      await Promise.all(work);
      console.log(`${count} requests with FUZZ_SEED=${seed}; answers: ${JSON.stringify(statuses)}`);
      expect(complaints).toEqual({});
      const errors = site()
        .output()
        .split("\n")
        // Headers of a proxy are among the nonsense.
        .filter((line) => line.includes('"level":50') && !line.includes("TRUST_PROXY"));
      expect(errors.slice(0, 3)).toEqual([]);
      expect((await fetch(`${site().url}/readyz`)).status).toBe(200);
      // It must have got somewhere, and not been stopped at the door.
      for (const status of [200, 302, 303, 400, 401, 404, 405]) expect(statuses[status], String(status)).toBeGreaterThan(count / 500);
    }, 300_000);
  },
  { REQUESTS_PER_ADDRESS: "1000000", REQUESTS_PER_HOUR: "1000000" },
);

/** Half a character of UTF-16 cannot be written in an address. */
function encode(given: (readonly [string, string])[]): string {
  return new URLSearchParams(given.map(([name, value]) => [name, value.toWellFormed()])).toString();
}

function multipart(given: (readonly [string, string])[]): string {
  return `${given.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--x--\r\n`;
}
