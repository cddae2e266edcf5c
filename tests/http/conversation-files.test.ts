import { beforeAll, describe, expect, test } from "vitest";
import sharp from "sharp";
import { agency } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { fill } from "#content/format.ts";
import { visitorOf } from "../contract/visitor.ts";
import { contactForm, newAdmin, newPerson, newRequest, type Visitor } from "../security/people.ts";
import { onSite } from "../site.ts";
import { attributesOf, textOf } from "./site.ts";

const text = en.files;
const inbox = (id: string) => `/admin/messages?request=${id}`;
const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

const offsetOf = async (who: Visitor, location: string) => (await who.visit(location, { method: "HEAD" })).headers.get("upload-offset");
const filesIn = (html: string) => attributesOf(html, "a", {}, "href").filter((href) => href.includes("&file="));

async function statuses(who: Visitor, paths: string[]): Promise<Set<number>> {
  return new Set(await Promise.all(paths.map(async (path) => (await who.get(path)).status)));
}

onSite((site) => {
  let admin: Visitor;
  beforeAll(async () => void (admin = await newAdmin(site())));

  /** A form as a browser without JavaScript sends it. */
  function sendForm(who: Visitor, path: string, fields: [string, string][], files: [name: string, content: string | Buffer][] = []) {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    for (const [name, content] of files) body.append("files", new Blob([content as string]), name);
    return who.visit(path, { method: "POST", body, headers: { Origin: site().url } });
  }

  /** A part of an upload, as tus-js-client sends it to pages that know no PATCH. */
  const sendPart = (who: Visitor, location: string, offset: number, body: string) =>
    who.visit(location, {
      method: "POST",
      body,
      headers: {
        Origin: site().url,
        "X-HTTP-Method-Override": "PATCH",
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
      },
    });
  const begin = (who: Visitor, address: string, name: string, size: number) =>
    who.visit(address, {
      method: "POST",
      headers: {
        Origin: site().url,
        "Upload-Length": String(size),
        "Upload-Metadata": `filename ${Buffer.from(name).toString("base64")}`,
      },
    });

  /** A request of somebody without an account, and the link of the mail that answers it. */
  async function answered() {
    const email = site().newEmail();
    const id = await newRequest(site(), admin, visitorOf(site()), contactForm({ email }));
    await admin.post(inbox(id), { intent: "reply", from: "new", text: "Hello" });
    const replied = async () => (await site().mailsTo(email)).find(({ subject }) => subject?.startsWith("Re: "));
    await expect.poll(replied).toBeDefined();
    const link = new URL(/https?:\S+conversation\S+/.exec((await replied())!.text!)![0]);
    return { id, email, link: link.pathname + link.search, files: `/conversation/files${link.search}` };
  }

  describe("without JavaScript", () => {
    test("files go with the message, are named in the mail, and can be opened, seen small and downloaded, one or all", async () => {
      const { id, link } = await answered();
      const guest = visitorOf(site());
      const page = await (await guest.get(link)).text();
      expect(attributesOf(page, "input", { type: "file" }, "name")).toEqual(["files"]);
      expect(attributesOf(page, "form", { enctype: "multipart/form-data" }, "method")).toEqual(["post"]);
      const png = await picture();
      const names = ["Logótipo.png", 'a "b" <i>.txt', "letter.pdf", "mark.svg"];
      const sent = await sendForm(
        guest,
        link,
        [
          ["intent", "answer"],
          ["text", "Here they are"],
        ],
        [
          [names[0]!, png],
          [names[1]!, "notes"],
          [names[2]!, "%PDF-1.7\n%âãÏÓ\n"],
          [names[3]!, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
        ],
      );
      expect([sent.status, sent.headers.get("location")]).toEqual([303, `${link}&done=yes`]);

      const html = await (await admin.get(inbox(id))).text();
      for (const name of names) expect(textOf(html)).toContain(name);
      expect(html).not.toContain("<i>.txt");
      await expect
        .poll(
          async () =>
            (await site().mailsTo(agency.email)).find((mail) => mail.subject?.startsWith("Re: ") && mail.text?.includes(id))?.text,
        )
        .toMatch(/Logótipo\.png \(.*kB\)[^]*letter\.pdf/);

      const downloads = filesIn(html).filter((href) => href.endsWith("&download="));
      // Once at the name and once at its sign, where no browser opens it.
      const addresses = [...new Set(downloads)];
      expect(addresses).toHaveLength(4);
      const answers = await Promise.all(addresses.map((href) => admin.get(href)));
      for (const response of answers) {
        expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        expect(response.headers.get("cache-control")).toBe("private, no-cache");
      }
      const opened = await Promise.all(addresses.map((href) => admin.get(href.replace("&download=", ""))));
      const how = opened.map(({ headers }) => [
        headers.get("content-type"),
        headers.get("content-disposition")!.split(";")[0],
        headers.get("content-security-policy")!.includes("sandbox"),
      ]);
      expect(how.toSorted()).toEqual([
        ["application/pdf", "inline", false],
        ["image/png", "inline", true],
        ["image/svg+xml", "attachment", true],
        ["text/plain", "inline", true],
      ]);
      for (const { headers } of opened) expect(headers.get("content-security-policy")).toContain("default-src 'none'");

      const small = attributesOf(html, "img", {}, "src").find((src) => src.endsWith("&small="));
      const thumbnail = await admin.get(small!);
      expect(thumbnail.headers.get("content-type")).toBe("image/webp");
      expect((await sharp(await thumbnail.arrayBuffer()).metadata()).width).toBe(320);
      expect((await admin.get(small!, { "If-None-Match": thumbnail.headers.get("etag")! })).status).toBe(304);
      const part = await admin.get(addresses[0]!, { Range: "bytes=0-3" });
      expect([part.status, part.headers.get("content-range")]).toEqual([206, expect.stringMatching(/^bytes 0-3\//)]);

      const zip = await guest.get(
        attributesOf(await (await guest.get(link)).text(), "a", {}, "href").find((href) => href.endsWith("&all="))!,
      );
      const packed = Buffer.from(await zip.arrayBuffer());
      expect([zip.status, zip.headers.get("content-type"), zip.headers.get("content-length")]).toEqual([
        200,
        "application/zip",
        String(packed.length),
      ]);
      expect(packed.includes(png) && packed.includes("a _b_ _i_.txt")).toBe(true);
    });

    test("what is refused is said at its name, and nothing that was accepted or typed is lost", async () => {
      const { link, id } = await answered();
      const guest = visitorOf(site());
      const fields: [string, string][] = [
        ["intent", "answer"],
        ["text", "Half a thought"],
      ];
      const refused = await sendForm(guest, link, fields, [
        ["good.txt", "good"],
        ["program.exe", "MZ"],
        ["false.png", "no picture"],
      ]);
      const html = await refused.text();
      expect(refused.status).toBe(400);
      for (const [name, why] of [
        ["program.exe", text.errors.type],
        ["false.png", text.errors.content],
      ] as const)
        expect(textOf(html)).toContain(fill(text.errors.named, { name, why }));
      expect(html).toContain("Half a thought");
      expect(textOf(await (await admin.get(inbox(id))).text())).not.toContain("good.txt");
      const [kept] = attributesOf(html, "input", { type: "checkbox", name: "file" }, "value");
      // Unticked, it goes; ticked, it is sent, also without a word.
      const sent = await sendForm(guest, link, [
        ["intent", "answer"],
        ["text", ""],
        ["listed", kept!],
        ["file", kept!],
      ]);
      expect(sent.status).toBe(303);
      expect(textOf(await (await admin.get(inbox(id))).text())).toContain("good.txt");
      const nothing = await sendForm(guest, link, [
        ["intent", "answer"],
        ["text", ""],
      ]);
      expect([nothing.status, textOf(await nothing.text())]).toEqual([400, expect.stringContaining(en.conversation.errors.text)]);
    });

    test("an administrator sends files with a reply, and those that were unticked are gone", async () => {
      const { id, link } = await answered();
      const reply: [string, string][] = [
        ["intent", "reply"],
        ["from", "new"],
        ["move", ""],
      ];
      const back = await sendForm(
        admin,
        inbox(id),
        [...reply, ["text", "x".repeat(5001)]],
        [
          ["draft.txt", "draft"],
          ["mistake.txt", "mistake"],
        ],
      );
      expect(back.status).toBe(400);
      const [draft, mistake] = attributesOf(await back.text(), "input", { type: "checkbox", name: "file" }, "value");
      const sent = await sendForm(admin, inbox(id), [...reply, ["text", ""], ["listed", draft!], ["listed", mistake!], ["file", draft!]]);
      expect(sent.status).toBe(303);
      const seen = textOf(await (await visitorOf(site()).get(link)).text());
      expect([seen.includes("draft.txt"), seen.includes("mistake.txt")]).toEqual([true, false]);
      expect(textOf(await (await admin.get(inbox(id))).text())).not.toContain("mistake.txt");
    });

    test("a form that is sent twice is one message with its files", async () => {
      const { id, link } = await answered();
      const guest = visitorOf(site());
      const twice = () =>
        sendForm(
          guest,
          link,
          [
            ["intent", "answer"],
            ["text", ""],
          ],
          [["logo.txt", "the same"]],
        );
      for (const { status } of [await twice(), await twice()]) expect(status).toBe(303);
      const html = await (await admin.get(inbox(id))).text();
      expect(new Set(filesIn(html).filter((href) => href.endsWith("&download="))).size).toBe(1);
    });
  });

  describe("in parts", () => {
    test("a file comes, goes on where it stopped, is sent, and is then nobody's to change", async () => {
      const { id, link, files } = await answered();
      const guest = visitorOf(site());
      const begun = await begin(guest, files, "notes.txt", 10);
      expect(begun.status).toBe(201);
      const location = begun.headers.get("location")!;
      expect(location.startsWith(`${files}&upload=`)).toBe(true);
      const upload = new URL(location, site().url).searchParams.get("upload")!;
      expect((await sendPart(guest, location, 0, "first")).status).toBe(204);
      expect(await offsetOf(guest, location)).toBe("5");
      // Without it tus-js-client does not go on.
      expect((await guest.visit(location, { method: "HEAD" })).headers.get("upload-length")).toBe("10");
      // What was lost on its way back is sent again: nothing is there twice.
      expect((await sendPart(guest, location, 0, "first")).headers.get("upload-offset")).toBe("5");
      const message = { intent: "answer", text: "", file: upload };
      expect((await guest.post(link, message)).status).toBe(409);
      expect((await sendPart(guest, location, 5, "other")).headers.get("upload-offset")).toBe("10");
      expect(await offsetOf(guest, location)).toBe("10");
      expect((await guest.post(link, message)).status).toBe(303);
      const [file] = filesIn(await (await admin.get(inbox(id))).text());
      expect(await (await admin.get(file!)).text()).toBe("firstother");
      for (const response of [await sendPart(guest, location, 0, "x"), await guest.post(files, { remove: upload })])
        expect(response.status).toBe(404);
      expect(await (await admin.get(file!)).text()).toBe("firstother");
    });

    test.each([
      ["program.exe", 2, 415, "type"],
      ["large.zip", 25 * 1024 * 1024 + 1, 413, "large"],
      ["empty.txt", 0, 400, "empty"],
    ])("%s of %i bytes is refused before it is sent", async (name, size, status, refused) => {
      const { files } = await answered();
      const response = await begin(visitorOf(site()), files, name, size);
      expect([response.status, await response.json()]).toEqual([status, { refused }]);
    });

    test("what is not what its name says is refused at its end, and gone", async () => {
      const { files } = await answered();
      const guest = visitorOf(site());
      const location = (await begin(guest, files, "picture.png", 4)).headers.get("location")!;
      const response = await sendPart(guest, location, 0, "MZ\0\0");
      expect([response.status, await response.json()]).toEqual([415, { refused: "content" }]);
      expect((await guest.visit(location, { method: "HEAD" })).status).toBe(404);
    });

    test("what was added by mistake is taken away again", async () => {
      const { files, link } = await answered();
      const guest = visitorOf(site());
      const location = (await begin(guest, files, "notes.txt", 1)).headers.get("location")!;
      await sendPart(guest, location, 0, "x");
      expect(await (await guest.get(link)).text()).toContain("notes.txt");
      const upload = new URL(location, site().url).searchParams.get("upload")!;
      expect((await guest.post(files, { remove: upload })).status).toBe(200);
      expect(await (await guest.get(link)).text()).not.toContain("notes.txt");
    });
  });

  test("files are read, added and sent by the people of their conversation alone", async () => {
    const person = await newPerson(site(), { name: "Sabela" });
    const [client, other] = [
      await visitorOf(site()).signIn(person.email),
      await visitorOf(site()).signIn((await newPerson(site(), { name: "Other" })).email),
    ];
    const id = await newRequest(site(), admin, client, contactForm({ email: person.email }));
    const page = `/conversation?request=${id}`;
    await sendForm(
      client,
      page,
      [
        ["intent", "answer"],
        ["text", ""],
      ],
      [
        ["mine.txt", "mine"],
        ["two.txt", "two"],
      ],
    );
    const html = await (await client.get(page)).text();
    const addresses = [...filesIn(html), attributesOf(html, "a", {}, "href").find((href) => href.endsWith("&all="))!];
    const inAdmin = addresses.map((href) => href.replace("/conversation/files", "/admin/messages/files"));
    const stranger = await answered();
    const withKey = addresses.map((href) => href.replace(`request=${id}`, new URL(stranger.link, site().url).search.slice(1)));

    expect(await statuses(client, addresses)).toEqual(new Set([200]));
    expect(await statuses(admin, inAdmin)).toEqual(new Set([200]));
    expect(await statuses(client, inAdmin)).toEqual(new Set([404]));
    expect(await statuses(admin, addresses)).toEqual(new Set([404]));
    expect(await statuses(other, [...addresses, ...inAdmin])).toEqual(new Set([404]));
    expect(await statuses(visitorOf(site()), [...addresses, ...inAdmin])).toEqual(new Set([302]));
    // The key of another conversation opens that one alone.
    expect(await statuses(visitorOf(site()), withKey)).toEqual(new Set([404]));

    // What somebody has added and not sent is theirs alone; so is what was begun.
    const location = (await begin(client, `/conversation/files?request=${id}`, "draft.txt", 5)).headers.get("location")!;
    await sendPart(client, location, 0, "draft");
    const upload = new URL(location, site().url).searchParams.get("upload")!;
    const draft = `/conversation/files?request=${id}&file=${upload}`;
    expect((await client.get(draft)).status).toBe(200);
    expect((await admin.get(draft.replace("/conversation/files", "/admin/messages/files"))).status).toBe(404);
    expect((await other.get(draft)).status).toBe(404);
    for (const [who, path] of [
      [other, location],
      [other, location.replace("/conversation/files", "/admin/messages/files")],
      [admin, location.replace("/conversation/files", "/admin/messages/files")],
      [visitorOf(site()), location.replace(`request=${id}`, new URL(stranger.link, site().url).search.slice(1))],
    ] as const) {
      expect((await who.visit(path, { method: "HEAD" })).status).toBe(404);
      expect((await sendPart(who, path, 5, "x")).status).toBe(404);
      expect((await who.post(path, { remove: upload })).status).toBe(404);
      expect((await begin(who, path.replace(/&upload=.*/, ""), "x.txt", 1)).status).toBe(who === other ? 404 : 201);
    }
    expect((await admin.post(inbox(id), { intent: "reply", from: "new", text: "", file: upload })).status).toBe(409);
    expect((await client.post(page, { intent: "answer", text: "", file: upload })).status).toBe(303);
  });

  test("they are in somebody's data, by name and as they are, and go with the request", async () => {
    const person = await newPerson(site(), { name: "Sabela" });
    const client = await visitorOf(site()).signIn(person.email);
    const id = await newRequest(site(), admin, client, contactForm({ email: person.email }));
    expect(await (await client.get("/me")).text()).not.toContain("/me/data.zip");
    await sendForm(
      client,
      `/conversation?request=${id}`,
      [
        ["intent", "answer"],
        ["text", "With it"],
      ],
      [["mine.txt", "what is in it"]],
    );
    expect(await (await client.get("/me")).text()).toContain("/me/data.zip");
    const data = await (await client.get("/me/data.json")).json();
    expect(data.requests[0].messages).toMatchObject([
      { from: "you", text: "With it", files: [{ name: "mine.txt", type: "text/plain", size: 13 }] },
    ]);
    const zip = Buffer.from(await (await client.get("/me/data.zip")).arrayBuffer());
    for (const part of [`${id.slice(0, 8).toUpperCase()}/mine.txt`, "what is in it", person.email])
      expect(zip.includes(part), part).toBe(true);
    const [file] = filesIn(await (await admin.get(inbox(id))).text());
    expect((await admin.get(file!)).status).toBe(200);
    await admin.post(inbox(id), { intent: "erase", typed: en.messages.erase.word });
    expect((await admin.get(file!)).status).toBe(404);
    expect((await client.get("/me/data.json").then((response) => response.json())).requests).toEqual([]);
  });
});
