import { get } from "node:http";
import { expect, test } from "vitest";
import { policyVersion } from "../e2e/site.ts";
import { siteUrl } from "./site.ts";

const visit = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    get(siteUrl + path, { headers }, async (response) => {
      const { date: _date, "x-request-id": id, ...rest } = response.headers;
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode!, headers: { ...rest, id: !!id }, body: Buffer.concat(chunks).toString("latin1") });
    }).on("error", reject);
  });

test("what is kept is answered the same way every time, to each visitor as they asked", async () => {
  const file = "/favicon.svg";
  const etag = String((await visit("/gl", {})).headers.etag);
  const choice = `consent=${policyVersion}_fs_chosen-before`;
  const visitors: Record<string, string>[] = [
    {},
    { "accept-encoding": "br" },
    { "accept-encoding": "gzip, br;q=0" },
    { cookie: "theme=dark" },
    { cookie: `theme=light; ${choice}`, "accept-encoding": "gzip, br" },
    { cookie: choice },
    { "sec-gpc": "1" },
    { cookie: "i18n_redirected=en" },
    { cookie: "i18n_redirected=es" },
    { cookie: "i18n_redirected=nonsense" },
    { "accept-language": "gl" },
    { "accept-language": "en" },
    { "if-none-match": etag },
    { "if-none-match": '"other"', cookie: "theme=dark" },
  ];
  const rounds: Awaited<ReturnType<typeof visit>>[][] = [];
  for (let round = 0; round < 3; round++) {
    const answers = [];
    for (const path of ["/", "/gl", "/gl/contact", file]) for (const headers of visitors) answers.push(await visit(path, headers));
    rounds.push(answers);
  }
  expect(rounds[1]).toEqual(rounds[0]);
  expect(rounds[2]).toEqual(rounds[0]);

  const [home, galician] = [0, 1].map((page) => rounds[2]!.slice(page * visitors.length, (page + 1) * visitors.length));
  const looks = (answers: typeof home) =>
    answers!.map(({ status, body, headers }) => [
      status,
      headers["content-encoding"] ?? `${/data-theme="(\w+)"/.exec(body)?.[1]} ${body.includes('data-consent="ask"')}`,
    ]);
  const plain = [200, "undefined true"];
  const likeAnyone = [
    plain,
    [200, "br"],
    [200, "gzip"],
    [200, "dark true"],
    [200, "br"],
    [200, "undefined false"],
    [200, "undefined false"],
  ];
  for (const { headers } of galician!) expect(headers.vary).toContain("Accept-Encoding");
  const dark = [200, "dark true"];
  expect(looks(galician)).toEqual([...likeAnyone, plain, plain, plain, plain, plain, [304, "undefined false"], dark]);
  const elsewhere = [302, "undefined false"];
  expect(looks(home)).toEqual([...likeAnyone, plain, elsewhere, plain, elsewhere, plain, plain, dark]);
  expect(home!.map(({ headers }) => headers["set-cookie"]).flatMap((cookie, index) => (cookie ? [index] : []))).toEqual([10, 11]);
});
