import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { checkRequest } from "#backend/requests/schema.ts";
import type { RequestRow } from "#backend/database/schema.ts";
import { generate, type Generated } from "./generated.ts";
import { dueIn, newFolder, readStored, startSite, type Place, type Site } from "./site.ts";
import { atOnce, isAcknowledged, send, submissionOf } from "./submissions.ts";

const { FUZZ_COUNT, FAULT_SEED } = process.env;
const count = FUZZ_COUNT ? 300 : 100;
// The same submissions in every `npm test`; the long form looks for more with others each time.
const seed = Number(FAULT_SEED ?? (FUZZ_COUNT ? Date.now() % 1_000_000_000 : 399));
/** What more nonsense makes no more certain. */
const testOnce = FUZZ_COUNT ? () => {} : test;

test(`${count} generated submissions are stored or come back with the form; nothing invalid is stored (FAULT_SEED=${seed})`, async () => {
  const place = { DATA_DIR: newFolder() };
  const site = await startSite(place);
  const submissions = await generate(count, seed);
  // The same again, at the same time and later: a double click, a reload.
  const again = submissions.filter((_, number) => number % 20 === 0);

  const statuses: Record<number, number> = {};
  const acknowledged = new Set<string>();
  /** One example of each. */
  const complaints: Record<string, unknown> = {};
  await atOnce(8, [...submissions.flatMap((one) => (again.includes(one) ? [one, one] : [one])), ...again], async (submission) => {
    const answer = await post(site, submission).catch((error: Error) => ({
      status: 0,
      isAccepted: false,
      page: String(error.cause ?? error),
    }));
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.isAccepted) acknowledged.add(submission.email);
    const complaint = complaintAbout(submission, answer);
    if (complaint) complaints[complaint] ??= { ...submission, body: Buffer.from(submission.body).toString().slice(0, 1000) };
  });
  await untilSent(place);
  await site.stop();
  console.log(`${count} submissions and ${2 * again.length} repeats with FAULT_SEED=${seed}; answers: ${JSON.stringify(statuses)}`);

  expect(complaints).toEqual({});
  expect(site.output()).not.toContain('"level":50');
  expect(site.output()).not.toContain("mail not sent");
  const { requests, mails } = await readStored(place);
  console.log(
    `${acknowledged.size} acknowledged, ${requests.length} stored, ${mails.filter(({ state }) => state === "sent").length} mails sent`,
  );
  for (const row of requests) expect(rechecked(row)).toEqual(contentOf(row));
  expect(requests.map(({ email }) => email).toSorted()).toEqual([...acknowledged].toSorted());
  expect(mails.filter(({ state }) => state === "due" || state === "failed")).toEqual([]);
  // It must be able to go both ways often.
  expect(acknowledged.size).toBeGreaterThan(count / 5);
  expect(statuses[400]).toBeGreaterThan(count / 5);
  expect(statuses[413]).toBeGreaterThan(0);
});

testOnce("above the limit a request is answered with 429, when to come back, and the form as it was filled in", async () => {
  const place = { DATA_DIR: newFolder() };
  const site = await startSite(place, { REQUESTS_PER_ADDRESS: "5" });
  const statuses: number[] = [];
  for (let number = 0; number < 12; number++) {
    const message = `Is <b>"${number}" & more</b> possible? We would like to know it, and what it costs per year.`;
    const response = await send(site, { ...submissionOf(`limited-${number}`), message });
    statuses.push(response.status);
    if (response.status !== 429) continue;
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(3500);
    expect(Number(response.headers.get("Retry-After"))).toBeLessThanOrEqual(3600);
    const page = await response.text();
    expect(page).toContain(`Is &lt;b&gt;&quot;${number}&quot; &amp; more&lt;/b&gt; possible?`);
    expect(page).toContain(`value="limited-${number}@example.com"`);
  }
  await site.stop();
  expect(statuses).toEqual([...Array<number>(5).fill(303), ...Array<number>(7).fill(429)]);
  expect((await readStored(place)).requests.length).toBe(5);
});

type Answer = { status: number; isAccepted: boolean; page: string };

async function post({ url }: Site, { path, type, body, chunked, referer }: Generated): Promise<Answer> {
  const headers: Record<string, string> = { Origin: url };
  // Bytes have no type of their own, so that none is sent where none is given.
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (type !== undefined) headers["Content-Type"] = type;
  if (referer) headers.Referer = referer.startsWith("/") ? url + referer : referer;
  const response = await fetch(url + path, {
    method: "POST",
    headers,
    body: chunked ? new Blob([bytes]).stream() : bytes,
    duplex: "half",
    redirect: "manual",
    signal: AbortSignal.timeout(60_000),
  } as RequestInit);
  if (response.status !== 303) {
    const page = await response.text();
    return { status: response.status, isAccepted: response.status === 202 && page.includes("/contact?sent=yes"), page };
  }
  await response.text();
  const next = await fetch(new URL(response.headers.get("Location") ?? "", url + path));
  return { status: next.status, isAccepted: isAcknowledged(response), page: await next.text() };
}

function complaintAbout({ path, email, expected, readable }: Generated, { status, isAccepted, page }: Answer): string | undefined {
  const asked = path.includes(".data") ? "data" : "page";
  if (![400, 413, 429, asked === "data" ? 202 : 200].includes(status)) return `answered with ${status}${status === 0 ? `: ${page}` : ""}`;
  if (expected === "accepted" && !isAccepted) return "should be accepted";
  if (expected === "refused" && isAccepted) return "should be refused";
  if (asked === "data") return page ? undefined : "nothing came back";
  if (isAccepted) return page.includes('id="sent"') ? undefined : "the success page is missing";
  if (!/<form [^>]*method="post"/.test(page) || !page.includes('name="message"')) return "the form is missing";
  if (!page.includes('role="alert"')) return "the reason is missing";
  if (readable && status === 400 && !page.includes(email)) return "what was typed is gone";
}

/** The outbox has sent all it has, or has had the time to. */
async function untilSent(place: Place) {
  const patience = Date.now() + 120_000;
  while ((await dueIn(place)) > 0 && Date.now() < patience) await pause(200);
}

function contentOf({ mode, name, email, company, city, phone, reason, message }: RequestRow) {
  return { mode, name, email, company, city, phone, reason, message };
}

/** What the schema makes of a stored request: nothing but itself. */
function rechecked(row: RequestRow) {
  const { company, city, phone, ...rest } = contentOf(row);
  const { request } = checkRequest({ ...rest, company: company ?? "", city: city ?? "", phone: phone ?? "", privacy: "on", terms: "on" });
  if (!request) return undefined;
  const { privacy: _privacy, terms: _terms, ...content } = request;
  return content;
}
