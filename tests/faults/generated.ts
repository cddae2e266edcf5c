import * as fc from "fast-check";
import { localePath, locales } from "#content/locales.ts";
import { reasons } from "#backend/requests/request.ts";

/** A submission as it goes over the wire, and what must come of it. */
export type Generated = {
  /** Its own, so that what is stored can be told apart. */
  email: string;
  path: string;
  type?: string;
  body: string | Uint8Array<ArrayBuffer>;
  chunked: boolean;
  /** A path of this site is completed to its address. */
  referer?: string;
  /** "either" where it depends on how forgiving the reader of a broken body is. */
  expected: "accepted" | "refused" | "either";
  /** Whether the form that comes back can know the address. */
  readable: boolean;
};

type Pair = [name: string, value: string | File];
type Encoded = Pick<Generated, "type" | "body">;
type Encoding = { as: "fields" | "multipart" | "broken"; encode(pairs: Pair[]): Promise<Encoded> };

const curious = fc.constantFrom(
  "",
  " ",
  "\0",
  "a\0b",
  "\u202eright to left",
  "مرحبا بالعالم",
  "שלום",
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "\ud83d",
  "e\u0301\u0301\u0301",
  "a\r\nBcc: victim@example.com",
  "</textarea><script>alert(1)</script>",
  "'; drop table requests; --",
  "__proto__",
  "null",
  "\u2028\u2029\ufeff\u200b",
);
const large = fc.constantFrom("x", "é", "\0", "<", "😀").map((character) => character.repeat(100_000 / Buffer.byteLength(character)));
const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 100 }),
  fc.string({ unit: "binary", maxLength: 200 }),
  curious,
);
const anything = fc.oneof({ weight: 12, arbitrary: text }, { weight: 1, arbitrary: large });

const shortLine = fc.oneof(fc.string({ unit: "grapheme", maxLength: 8 }), fc.string({ unit: "binary", maxLength: 30 }), curious);
const validFields = fc.record({
  mode: fc.oneof(fc.constantFrom("contact", "requestOffer", ""), shortLine),
  name: shortLine.map((line) => `Ana ${line}`),
  company: fc.oneof(fc.constant(""), shortLine),
  city: fc.oneof(fc.constant(""), shortLine),
  phone: fc.constantFrom("", " ", "612345678", "+34 981 234 567", "0034 612-345-678", "712.345.678"),
  reason: fc.constantFrom(...reasons),
  message: text.map((words) => `Good morning, we would like to know what a website for our bakery costs. ${words}`),
  privacy: fc.constant("on"),
  terms: fc.constant("on"),
});

/** What scripts and pages fill in; none of it may decide whether a request is stored. */
const aside = fc.record(
  {
    key: fc.oneof(fc.uuid(), fc.constantFrom("x".repeat(1000), `${"x".repeat(99)}😀`, "a\0b"), anything),
    started: fc.constantFrom("", "0", "1700000000000", "-1", "abc", "1e400", "NaN", "\0", "9".repeat(400)),
    homepage: fc.oneof({ weight: 6, arbitrary: fc.constant("") }, { weight: 1, arbitrary: anything }),
    from: fc.oneof(fc.constantFrom("", "/gl?utm_source=x&utm_medium=%00", "//evil.example/", "http://[", "/\0?utm_x=\0"), anything),
    [`extra[]`]: anything,
    __proto__: anything,
  },
  { requiredKeys: [] },
);

/** A field that makes the whole request one to refuse. Undefined leaves the field out. */
const mistake = fc.oneof(
  fc.tuple(fc.constantFrom("name", "email", "message", "reason", "privacy", "terms"), fc.constantFrom(undefined, "", " \t", "\0")),
  fc.tuple(
    fc.constantFrom("name", "company", "city"),
    fc.oneof(fc.constant("ñ".repeat(101)), fc.constant("😀".repeat(25_000)), fc.constant("x".repeat(100_000))),
  ),
  fc.tuple(
    fc.constant("email"),
    fc.constantFrom(
      "ana",
      "ana@",
      "ana@example",
      "@example.com",
      "ana@exa mple.com",
      "ana@example.com, eva@example.com",
      `${"a".repeat(250)}@example.com`,
    ),
  ),
  fc.tuple(fc.constant("phone"), fc.constantFrom("512345678", "61234567", "6123456789", "+33612345678", "ring me", "٦١٢٣٤٥٦٧٨")),
  fc.tuple(fc.constant("reason"), fc.constantFrom("other", "general,offer", "[object Object]", "0")),
  fc.tuple(fc.constant("message"), fc.oneof(fc.constantFrom("Hello", "😀".repeat(49), "x".repeat(5001), " ".repeat(60)), large)),
  fc.tuple(fc.constantFrom("privacy", "terms"), fc.constantFrom("true", "off", "ON", "1")),
);

const file = fc.uint8Array({ maxLength: 2000 }).map((bytes) => new File([bytes], "photo.png", { type: "image/png" }));

async function asFields(pairs: Pair[]): Promise<Encoded> {
  const texts = pairs.map(([name, value]): [string, string] => [name, typeof value === "string" ? value : value.name]);
  return { type: "application/x-www-form-urlencoded", body: new URLSearchParams(texts).toString() };
}

async function asMultipart(pairs: Pair[]): Promise<Encoded> {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  const response = new Response(form);
  return { type: response.headers.get("Content-Type")!, body: await response.bytes() };
}

const encoding: fc.Arbitrary<Encoding> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Encoding>({ as: "fields", encode: asFields }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("%", "%zz", "%ED%A0%80", "%C0%80", "%00", "%E0%A4%A", "=&&=").map((nonsense): Encoding => ({
      as: "fields",
      encode: async (pairs) => {
        const { type, body } = await asFields(pairs);
        return { type, body: `${(body as string).replace("name=Ana", `name=Ana${nonsense}`)}&${nonsense}=${nonsense}` };
      },
    })),
  },
  { weight: 2, arbitrary: fc.constant<Encoding>({ as: "multipart", encode: asMultipart }) },
  {
    weight: 1,
    arbitrary: file.map((attached): Encoding => ({ as: "multipart", encode: (pairs) => asMultipart([["file", attached], ...pairs]) })),
  },
);

const brokenEncoding: fc.Arbitrary<Encoding> = fc
  .oneof(
    fc.double({ min: 0, max: 1, noNaN: true }).map((part) => async (pairs: Pair[]) => {
      const { type, body } = await asMultipart(pairs);
      return { type, body: (body as Uint8Array<ArrayBuffer>).slice(0, Math.floor(part * body.length)) };
    }),
    fc
      .constantFrom(
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=other",
        'multipart/form-data; boundary="',
      )
      .map((type) => async (pairs: Pair[]) => ({ ...(await asMultipart(pairs)), type })),
    fc
      .constantFrom(
        "text/plain",
        "application/json",
        "application/octet-stream",
        "image/png",
        "x",
        "/",
        ";",
        "application/x-www-form-urlencoded; charset=utf-16",
        undefined,
      )
      .map((type) => async (pairs: Pair[]) => ({ ...(await asFields(pairs)), type })),
    fc
      .constantFrom("application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", undefined)
      .map((type) => async (pairs: Pair[]) => ({ type, body: JSON.stringify(Object.fromEntries(pairs)) })),
    fc
      .tuple(fc.constantFrom("application/json", "application/x-www-form-urlencoded", undefined), fc.json())
      .map(([type, body]) => async () => ({ type, body })),
    fc.uint8Array({ maxLength: 3000 }).map((bytes) => async () => ({ type: "application/x-www-form-urlencoded", body: bytes.slice() })),
    fc.constant(async () => ({ type: "application/x-www-form-urlencoded", body: "" })),
  )
  .map((encode) => ({ as: "broken", encode }));

const envelope = fc.record({
  locale: fc.constantFrom(...locales),
  // With JavaScript, the router asks for the data of the page.
  script: fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constant(".data") }),
  query: fc.constantFrom(
    "",
    "",
    "?mode=requestOffer",
    "?mode=%00&x=%E0%A4%A",
    "?sent=yes",
    "?section=gallery&section=%00&maintenance=yearly&mode=requestOffer",
  ),
  chunked: fc.boolean(),
  referer: fc.option(
    fc.constantFrom("/", "/gl?utm_source=a%00b&utm_campaign=%F0%9F%98%80", "https://elsewhere.example/", "http://%", "no address"),
    { nil: undefined },
  ),
});

const generated = fc.record({
  fields: validFields,
  aside,
  envelope,
  shape: fc.oneof(
    { weight: 7, arbitrary: fc.record({ encoding, mistake: fc.constant(undefined) }) },
    { weight: 11, arbitrary: fc.record({ encoding, mistake: fc.option(mistake, { freq: 9, nil: undefined }) }) },
    { weight: 6, arbitrary: fc.record({ encoding: brokenEncoding, mistake: fc.option(mistake, { nil: undefined }) }) },
  ),
  /** Fields that come once more; the first one counts. */
  repeated: fc.array(fc.tuple(fc.constantFrom("name", "email", "message", "reason", "privacy"), anything), { maxLength: 2 }),
  /** A file where a text should be. */
  fileAs: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom("name", "message"), file) },
  ),
});

/** As many submissions of all kinds, about a third of them good ones. The same seed gives the same ones. */
export async function generate(count: number, seed: number): Promise<Generated[]> {
  return Promise.all(
    fc
      .sample(generated, { numRuns: count, seed })
      .map(async ({ fields, aside: more, envelope: { locale, script, query, ...rest }, shape, repeated, fileAs }, number) => {
        const email = `fuzz-${number}@example.com`;
        const texts: Record<string, string | undefined> = { ...fields, email, ...more };
        if (shape.mistake) texts[shape.mistake[0]] = shape.mistake[1];
        const pairs: Pair[] = Object.entries(texts).filter((pair): pair is [string, string] => pair[1] !== undefined);
        pairs.push(...repeated.filter(([name]) => texts[name] !== undefined));
        const asFile = fileAs && shape.encoding.as === "multipart";
        if (asFile) pairs.unshift(fileAs);
        const encoded = await shape.encoding.encode(pairs);
        return {
          ...rest,
          ...encoded,
          email,
          path: localePath(locale, "/contact") + script + query,
          expected:
            shape.mistake || asFile
              ? "refused"
              : shape.encoding.as === "broken"
                ? "either"
                : encoded.body.length > 256 * 1024
                  ? "refused"
                  : "accepted",
          readable: shape.encoding.as !== "broken" && shape.mistake?.[0] !== "email",
        } satisfies Generated;
      }),
  );
}
