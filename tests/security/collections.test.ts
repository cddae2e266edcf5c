import { pino } from "pino";
import { expect, test } from "vitest";
import { isPassword } from "#backend/auth/passwords.ts";
import { writeLater } from "#backend/write-later.ts";
import { password, passwordHash } from "../password.ts";
import { longLivedIn } from "./long-lived.ts";
import { sourceOf, sources } from "./sources.ts";

/** Every collection that outlives the call that fills it, and what keeps it small. One that is added to the code fails until it is here. */
const bounds: Record<string, string> = {
  "app/account/guard.server.ts files": "ends with its request",
  "app/awake/new-build.ts listeners": "in a browser: the parts of the page that are shown",
  "app/awake/out-of-reach.ts listeners": "in a browser: the parts of the page that are shown",
  "app/awake/out-of-reach.ts waiting": "in a browser: what the page asks for, until it is there",
  "app/consent/measure.ts begun": "in a browser: goes with the forms of the page",
  "app/conversation/answer-files.server.ts removed": "ends with its request",
  "app/conversation/file-response.server.ts taken": "ends with its request: the files of one download",
  "app/conversation/first-page.client.ts pictures": "in a browser: the PDF files that were in sight",
  "app/conversation/message-form.server.ts kept": "ends with its request",
  "app/conversation/message-form.server.ts problems": "ends with its request",
  "app/conversation/uploads.ts listeners": "in a browser: the forms of the page",
  "app/conversation/uploads.ts removed": "in a browser: the files of a form",
  "app/conversation/uploads.ts running": "in a browser: the files of a form, until they are there",
  "app/conversation/uploads.ts sources": "in a browser: the files of a form",
  "app/error/app-error.ts listeners": "in a browser: the parts of the page that are shown",
  "app/legal/document.server.ts contents": "the headings of a document of ours",
  "app/me/change.server.ts codes": "ends with its request: the recovery codes of one answer",
  "app/shell/current-section.ts there": "in a browser: the sections of the home page",
  "app/ui/icon-store.ts known": "in a browser: the icons of the pages that were shown",
  "app/ui/icon-store.ts listeners": "in a browser: the parts of the page that are shown",
  "app/ui/icon-store.ts queue": "in a browser: the icons of the page, until they are asked for",
  "app/ui/icon-store.ts wanted": "in a browser: the icons of the page, until they are there",
  "app/ui/installed-icons.server.ts drawings": "the icons that our pages name",
  "app/ui/installed-icons.server.ts sets": "the sets that are installed",
  "backend/address-hashes.ts remembered": "one entry of two keys, which goes with its database",
  "backend/auth/passwords.ts waiting": "a number of waiting, tested here",
  "backend/auth/provider-clients.ts clients": "goes with the providers in the settings",
  "backend/auth/sign-up.ts claims": "ends with its request",
  "backend/database/backup.ts rows": "ends with the command that restores a backup",
  "backend/database/connection.ts beginnings": "goes with the databases that are open",
  "backend/database/lock.ts held": "the folders that the process has locked",
  "backend/database/migrate.ts applied": "the migrations of a start",
  "backend/database/prepared-statements.ts kept": "300 statements; the oldest goes",
  "backend/database/prepared-statements.ts seen": "300 texts; then none",
  "backend/database/restore.ts files": "ends with the command that restores a backup",
  "backend/database/synced-files.ts unsynced": "the folders of the embedded database, until the next sync",
  "backend/functions/contact.ts errors": "ends with its request: the fields of a form",
  "backend/mailbox/body.ts files": "ends with its mail",
  "backend/mailbox/body.ts texts": "ends with its mail",
  "backend/mailbox/mailbox.ts attempts": "mails that could not be read, until they are left",
  "backend/mailbox/mailbox.ts files": "ends with its mail",
  "backend/mailbox/mailbox.ts refused": "ends with its mail",
  "backend/mailbox/mailbox.ts seen": "mails after one that waits, until it is read",
  "backend/mailbox/mailbox.ts waiting": "mails above the limit of who wrote them, for an hour",
  "backend/page-views.ts hosts": "300 in a day, tested in backend/page-views.test.ts",
  "backend/rate-limit.ts limitsReached": "a number for each kind of limit, and no more kinds",
  "backend/realtime/bus.ts heard": "10,000 messages",
  "backend/realtime/bus.ts waiting": "16 MB",
  "backend/realtime/realtime.ts budgets": "networks that have sent something in the last two seconds",
  "backend/realtime/realtime.ts copies": "copies of the server that have lived in the last half minute",
  "backend/realtime/realtime.ts peers": "10,000 sockets, tested in tests/security/sockets.test.ts",
  "backend/realtime/realtime.ts socketsOf": "goes with the sockets",
  "backend/realtime/realtime.ts timers": "three, of the start",
  "backend/realtime/rooms.ts joins": "gathered for 50 ms: one of each channel of a socket",
  "backend/realtime/rooms.ts leaves": "gathered for 50 ms: one of each channel of a socket",
  "backend/realtime/rooms.ts members": "goes with the channels of sockets",
  "backend/realtime/rooms.ts metas": "ends with the message that it is written into",
  "backend/realtime/rooms.ts presences": "one of each channel of a socket, of 2 kB",
  "backend/realtime/rooms.ts rooms": "goes with its last member",
  "backend/realtime/socket.ts channels": "100 of a socket, tested in tests/security/sockets.test.ts",
  "backend/realtime/socket.ts joins": "ends with its call: one presence",
  "backend/realtime/socket.ts leaves": "ends with its call: one presence",
  "backend/realtime/turns.ts waiting": "1,000; the others are told to come again",
  "backend/rest/catalogue.ts tables": "what there is in the database's schema public",
  "backend/rest/parse.ts args": "ends with its request, as all of a question in an address",
  "backend/rest/parse.ts conditions": "ends with its request",
  "backend/rest/parse.ts restrictions": "ends with its request",
  "backend/rest/select.ts conditions": "ends with its request",
  "backend/rest/select.ts used": "ends with its request",
  "backend/rest/service.ts conditions": "ends with its request",
  "backend/rest/service.ts restrictions": "ends with its request",
  "backend/rest/wishes.ts applied": "ends with its request",
  "backend/storage/upload.ts fields": "ends with its request",
  "backend/write-later.ts waiting": "100,000, tested here",
  "content/format.ts formatters": "one for each language and way to write a date or a number",
  "content/legal-document.server.ts known": "the documents in content/",
  "server/app.ts answers": "the statuses of answers, counted",
  "server/app.ts cache": "files, and the pages of the table in each look",
  "server/dev.ts files": "empty: in development files come from their folders",
  "server/http/cached-response.ts sent": "two statuses in three encodings",
  "server/main.ts askedAhead": "goes with its connection",
  "server/pages/pages.ts underWay": "the pages of the table, while they are rendered",
};

test("every collection that lives longer than a request is known, with what keeps it small", () => {
  expect(sources.flatMap((source) => longLivedIn(source)).toSorted()).toEqual(Object.keys(bounds));
});

test.each([
  "const seen = new Map(); export function look(key) { seen.set(key, 1); }",
  "export function service() { const seen = new Set(); return { look: (key) => seen.add(key) }; }",
  "export function service() { let seen = []; return { look(key) { seen = [...seen, key]; } }; }",
  "const seen = {}; export function look(key) { seen[key] = 1; }",
  "let state = { seen: [] }; export const look = (key) => state.seen.push(key);",
  "export class Service { seen = new Map(); look(key) { this.seen.set(key, 1); } }",
])("a new one is noticed: %s", (text) => {
  const source = sourceOf("new.ts", text);
  expect(longLivedIn(source, [source])).toEqual(["new.ts seen"]);
});

test.each([
  "const known = new Set(['a']); export const look = (key) => known.has(key);",
  "export function look(keys) { const seen = []; for (const key of keys) seen.push(key); return seen; }",
])("one that does not grow, or ends with its call, is not: %s", (text) => {
  const source = sourceOf("new.ts", text);
  expect(longLivedIn(source, [source])).toEqual([]);
});

test("what waits to be written down is bounded while the database is away", async () => {
  let most = 0;
  let isAway = true;
  const write = async (items: number[]) => {
    if (isAway) throw new Error("The database is away");
    most += items.length;
  };
  const later = writeLater("numbers", write, pino({ enabled: false }));
  for (let n = 0; n < 150_000; n++) later.add(n);
  await later.stop();
  isAway = false;
  await later.stop();
  expect(most).toBe(100_000);
});

test("passwords that wait for their turn are bounded: the others are told to come again", async () => {
  const checks = await Promise.allSettled(Array.from({ length: 1200 }, () => isPassword(password, passwordHash)));
  const refused = checks.filter((check) => check.status === "rejected");
  expect(refused.length).toBeGreaterThan(100);
  expect(refused.length).toBeLessThan(200);
  expect(refused[0]!.reason).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect(checks.slice(0, 1000).every((check) => check.status === "fulfilled" && check.value)).toBe(true);
});
