import { beforeAll, expect, test } from "vitest";
import { agency, offer } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { euros, fill } from "#content/format.ts";
import { visitorOf } from "../contract/visitor.ts";
import { contactForm, newAdmin, newPerson, newRequest, type Visitor } from "../security/people.ts";
import { onSite } from "../site.ts";
import { passwordHash } from "../password.ts";
import { attributesOf, textOf } from "./site.ts";

const text = en.conversation;
const inbox = (id: string) => `/admin/messages?request=${id}`;

/** What the form of a message is known by. */
const keyIn = async (page: Promise<Response>) => attributesOf(await (await page).text(), "input", { name: "key" }, "value")[0]!;

onSite((site) => {
  let admin: Visitor;
  beforeAll(async () => void (admin = await newAdmin(site())));

  const reply = (id: string, words: string, more: Record<string, string> = {}) =>
    admin.post(inbox(id), { intent: "reply", from: "new", text: words, ...more });

  /** A request of somebody without an account, and the link of the mail that answers it. */
  async function answered(words = "Hello from us") {
    const email = site().newEmail();
    const id = await newRequest(site(), admin, visitorOf(site()), contactForm({ email }));
    expect((await reply(id, words)).status).toBe(303);
    return { id, email, ...(await linkTo(email)) };
  }

  async function linkTo(email: string) {
    for (;;) {
      const mail = (await site().mailsTo(email)).find(({ subject }) => subject?.startsWith("Re: "));
      if (!mail) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const { pathname, search } = new URL(/https?:\S+conversation\S+/.exec(mail.text!)![0]);
      return { mail, link: pathname + search };
    }
  }

  test("the link of a mail opens one conversation, which no cache keeps, no engine finds and no other site learns of", async () => {
    const { link, id, email } = await answered();
    const response = await visitorOf(site()).get(link);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    const html = await response.text();
    expect(attributesOf(html, "meta", { name: "robots" }, "content")).toEqual([expect.stringContaining("noindex")]);
    expect(textOf(html)).toContain("Hello from us");
    expect(html).not.toContain(`/admin/messages?request=${id}`);
    expect(attributesOf(html, "a", {}, "href")).toContain(`/register?${new URLSearchParams({ email })}`);
  });

  test("an answer is stored once, and told to the agency; without a text it comes back", async () => {
    const { link, id, email } = await answered();
    const guest = visitorOf(site());
    const refused = await guest.post(link, { intent: "answer", text: " \n " });
    expect([refused.status, textOf(await refused.text())]).toEqual([400, expect.stringContaining(text.errors.text)]);
    const long = await guest.post(link, { intent: "answer", text: "x".repeat(5001) });
    expect(long.status).toBe(400);
    for (let times = 0; times < 2; times++) {
      const sent = await guest.post(link, { intent: "answer", text: "Thank <b>you</b>" });
      expect([sent.status, sent.headers.get("location")]).toEqual([303, `${link}&done=yes`]);
    }
    const seen = await (await admin.get(inbox(id))).text();
    expect(seen.split("Thank &lt;b&gt;you&lt;/b&gt;").length - 1).toBe(1);
    expect(seen).not.toContain("<b>you");
    await expect.poll(async () => (await site().mailsTo(agency.email)).filter(({ text: body }) => body?.includes(email)).length).toBe(1);
  });

  test("a form that is sent again is known by its key, although others have written since; another form is another message", async () => {
    const { link, id } = await answered();
    const guest = visitorOf(site());
    const answer = { intent: "answer", text: "Yes, please", key: await keyIn(guest.get(link)) };
    const replied = { key: await keyIn(admin.get(inbox(id))) };
    for (let times = 0; times < 2; times++) {
      expect((await guest.post(link, answer)).status).toBe(303);
      expect((await reply(id, "Shall we?", replied)).status).toBe(303);
    }
    // What is no key is as good as none.
    expect((await guest.post(link, { ...answer, key: await keyIn(guest.get(link)) })).status).toBe(303);
    expect((await reply(id, "Done", { key: "1; drop table" })).status).toBe(303);
    const seen = await (await guest.get(link)).text();
    expect(["Yes, please", "Shall we?", "Done"].map((words) => textOf(seen).split(words).length - 1)).toEqual([2, 1, 1]);
  });

  test("a link that the agency has ended says so, also to who was writing, and gives them back what they wrote", async () => {
    const { link, id } = await answered();
    expect((await admin.post(inbox(id), { intent: "end_links" })).status).toBe(303);
    const guest = visitorOf(site());
    const page = await guest.get(link);
    expect([page.status, textOf(await page.text())]).toEqual([410, expect.stringContaining(text.closed.ended.heading)]);
    const late = await guest.post(link, { intent: "answer", text: "half an answer" });
    const shown = textOf(await late.text());
    expect([late.status, shown]).toEqual([410, expect.stringContaining("half an answer")]);
    expect(textOf(await (await admin.get(inbox(id))).text())).not.toContain("half an answer");
  });

  test("whoever has an account is sent there, reads and answers as themselves, and has it in their data", async () => {
    const person = await newPerson(site(), { name: "Sabela" });
    const client = await visitorOf(site()).signIn(person.email);
    const id = await newRequest(site(), admin, client, contactForm({ email: person.email }));
    await admin.post(inbox(id), { intent: "note", note: "A secret of ours" });
    await reply(id, "Hello from us", { move: "in_progress" });
    const { link } = await linkTo(person.email);
    expect(link).toBe(`/conversation?request=${id}`);
    expect((await client.post(link, { intent: "answer", text: "Hello from me" })).status).toBe(303);
    const html = await (await client.get(link)).text();
    for (const words of ["Hello from us", "Hello from me", fill(text.became, { state: en.me.requests.states.in_progress })])
      expect(textOf(html)).toContain(words);
    expect(html).not.toContain("A secret of ours");
    const data = await (await client.get("/me/data.json")).json();
    expect(data.requests[0].messages).toMatchObject([
      { from: "us", text: "Hello from us" },
      { from: "you", text: "Hello from me" },
    ]);
    expect(JSON.stringify(data)).not.toContain("A secret of ours");
    expect(textOf(await (await client.get("/me")).text())).toContain(fill(en.me.requests.messages.many, { n: 3 }));
    expect(await (await admin.get("/admin/messages.csv?folder=in_progress")).text()).toContain("Hello from me");
  });

  test("whoever has got an account since can be shut out of the link that they were sent before", async () => {
    const { id, email, link } = await answered();
    const { data } = await site().admin().auth.admin.createUser({ email, password_hash: passwordHash, email_confirm: true });
    const client = await visitorOf(site()).signIn(email);
    expect(textOf(await (await client.get("/me")).text())).toContain(id.slice(0, 8).toUpperCase());
    expect(data.user).toBeTruthy();
    const guest = visitorOf(site());
    expect((await guest.get(link)).status).toBe(200);
    const shown = async () => textOf(await (await admin.get(inbox(id))).text()).includes(en.messages.link.end);
    expect(await shown()).toBe(true);
    expect((await admin.post(inbox(id), { intent: "end_links" })).status).toBe(303);
    expect([(await guest.get(link)).status, await shown()]).toEqual([410, false]);
    expect((await client.get(`/conversation?request=${id}`)).status).toBe(200);
  });

  test("replies go to the address that an account has by now, and whoever wrote from another one is let in by a key", async () => {
    const person = await newPerson(site());
    const client = await visitorOf(site()).signIn(person.email);
    const [own, elsewhere] = [contactForm({ email: person.email }), contactForm({ email: site().newEmail() })];
    const ids = [await newRequest(site(), admin, client, own), await newRequest(site(), admin, client, elsewhere)];
    const email = site().newEmail();
    await site().admin().auth.admin.updateUserById(person.id, { email });
    for (const id of ids) expect((await reply(id, "Hello from us")).status).toBe(303);
    expect((await linkTo(email)).link).toBe(`/conversation?request=${ids[0]}`);
    const { link } = await linkTo(elsewhere.email!);
    expect((await visitorOf(site()).get(link)).status).toBe(200);
  });

  test("a request is read by who opens its page, and says so; what asks for its data alone has not read it", async () => {
    const { id, link } = await answered();
    const unread = async () => textOf(await (await admin.get("/admin/messages?unread=yes")).text()).includes(en.messages.list.unread);
    const answer = (words: string) => visitorOf(site()).post(link, { intent: "answer", text: words });
    const list = async () => (await (await admin.get(`/admin/messages?unread=yes&q=${id.slice(0, 8)}`)).text()).includes(`request=${id}`);
    await answer("One");
    expect([await unread(), await list()]).toEqual([true, true]);
    await admin.get(`/admin/messages.data?request=${id}`);
    expect(await list()).toBe(true);
    await admin.get(inbox(id), { Accept: "text/html" });
    expect(await list()).toBe(false);
    await answer("Two");
    expect(await list()).toBe(true);
    expect((await admin.post(inbox(id), { intent: "seen" })).status).toBe(303);
    expect(await list()).toBe(false);
  });

  test("a form whose session has ended comes back with all of its fields, and names the files that must be chosen again", async () => {
    const guest = visitorOf(site());
    const body = new FormData();
    for (const pick of ["one:new", "two:won"]) body.append("pick", pick);
    body.append("password", "secret");
    for (const name of ["a.pdf", "b.png"]) body.append("files", new Blob(["x"]), name);
    const late = await guest.visit("/admin/messages", { method: "POST", body, headers: { Origin: site().url } });
    const html = await late.text();
    expect(late.status).toBe(401);
    expect(attributesOf(html, "input", { name: "pick" }, "value")).toEqual(["one:new", "two:won"]);
    expect(html).not.toContain("secret");
    expect(textOf(html)).toContain(fill(en.account.expired.leadWithFiles, { files: "a.pdf, b.png" }));
  });

  test("saved replies are written in all languages, and fill the reply in the client's, with name, reference and price", async () => {
    const name = `Prices ${crypto.randomUUID()}`;
    const page = "/admin/replies";
    const empty = await admin.post(page, { intent: "save", name: "", en: "x" });
    const problem = textOf(await empty.text());
    expect(empty.status).toBe(400);
    for (const words of [en.replies.errors.name, fill(en.replies.errors.text, { language: "Galician" })]) expect(problem).toContain(words);
    const words = { en: "Hello", es: "Hola", gl: "Ola, {name}: {reference} por {price} {other}" };
    expect((await admin.post(page, { intent: "save", name, ...words })).status).toBe(303);
    const list = await (await admin.get(page)).text();
    const saved = new RegExp(`reply=([\\da-f-]{36})"[^>]*>${name}`).exec(list)![1]!;

    const form = contactForm({ email: site().newEmail(), name: "Iria {price}" });
    const sent = await visitorOf(site()).post("/gl/contact", form);
    expect(sent.status).toBe(303);
    const found = await (await admin.get(`/admin/messages?${new URLSearchParams({ q: form.email })}`)).text();
    const id = /request=([\da-f-]{36})/.exec(found)![1]!;
    const filled = await (await admin.get(`${inbox(id)}&saved=${saved}`)).text();
    const field = /<textarea[^>]*name="text"[^>]*>([^<]*)</.exec(filled)![1]!;
    expect(field).toBe(`Ola, Iria {price}: ${id.slice(0, 8).toUpperCase()} por ${euros("gl", offer.price)} {other}`);

    // Two who change it at once: the second one hears of it, and keeps what they wrote.
    const open = await (await admin.get(`${page}?reply=${saved}`)).text();
    const [seen] = attributesOf(open, "input", { name: "seen" }, "value");
    const change = { intent: `save:${saved}`, seen: seen!, name, ...words };
    expect((await admin.post(page, { ...change, en: "First" })).status).toBe(303);
    const second = await admin.post(page, { ...change, en: "Second" });
    expect([second.status, await second.text()]).toEqual([409, expect.stringContaining("Second")]);
    const [now] = attributesOf(await (await admin.get(`${page}?reply=${saved}`)).text(), "input", { name: "seen" }, "value");
    expect((await admin.post(page, { intent: `delete:${saved}`, seen: now! })).status).toBe(303);
    expect(await (await admin.get(page)).text()).not.toContain(name);
  });
});
