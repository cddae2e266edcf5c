import { beforeAll, describe, expect, test } from "vitest";
import { en } from "#content/en/index.ts";
import { localePath, locales } from "#content/locales.ts";
import { onSite } from "../site.ts";
import { visitorOf } from "../contract/visitor.ts";
import { accountCalls, endpoints, intents, pages, realCall, serviceCalls } from "./addresses.ts";
import { everyForm, type Target } from "./forms.ts";
import { addFactor, newPerson, newRequest, signInFully, stillText, type Visitor } from "./people.ts";

/**
 * Who may do what: every page, every form, every endpoint and every call of the accounts service, as nobody, as the client whom
 * it is about, as another client, and as an administrator without and with the second step. The left side is read from the code,
 * so what is added there without an expectation fails.
 */
const roles = ["anonymous", "client", "other client", "admin aal1", "admin aal2"] as const;
type Role = (typeof roles)[number];
/** A status; or where to: to sign in, to the second step, to /me. */
type Answer = number | "login" | "code" | "me";
type Answers = [Answer, Answer, Answer, Answer, Answer];

const all = (answer: Answer): Answers => [answer, answer, answer, answer, answer];
const own: Answers = ["login", 200, 200, "code", 200];
const agency: Answers = ["login", 404, 404, "code", 200];

const reading: Record<string, Answers> = {
  "/": all(200),
  "/contact": all(200),
  "/confirm": all(200),
  "/login": [200, "me", "me", 200, "me"],
  "/register": [200, "me", "me", "me", "me"],
  "/me": own,
  "/me/data.json": own,
  "/me/data.zip": own,
  // For others than whoever is signed in with all steps done it is empty.
  "/me/contact.json": all(200),
  "/admin/profiles": agency,
  "/admin/messages": agency,
  "/admin/messages.csv": agency,
  // Of which request is not said: tests/http/conversation-files.test.ts says it.
  "/admin/messages/files": ["login", 404, 404, "code", 404],
  "/admin/replies": agency,
  "/admin/figures": agency,
  // It is somebody's only with a key, or with the id of a request: see below.
  "/conversation": all(404),
  "/conversation/files": all(404),
  "/legal/aviso-legal": all(200),
  "/legal/politica-privacidad": all(200),
  "/legal/politica-cookies": all(200),
  "/legal/terminos-condiciones": all(200),
  "/*": all(404),
};

/** In an order in which each can be done. What another client sends is about the client: their factor, their identity. */
const sending: Record<string, Answers> = {
  "/contact send": all(303),
  "/register register": all(303),
  "/register resend": all(303),
  "/login link": all(303),
  "/login forgot": all(303),
  // Who is signed in goes on from there, whatever came of the form.
  "/login company": [404, "me", "me", 404, "me"],
  "/login code": [400, "me", "me", 422, "me"],
  "/login password": [400, "me", "me", 400, "me"],
  "/login provider:google": all(303),
  "/confirm verify": all(403),
  "/confirm mail-code": all(403),
  "/login mail-code": [403, "me", "me", 403, "me"],
  "/register mail-code": [403, "me", "me", "me", "me"],
  "/admin/messages note": [401, 404, 404, 401, 303],
  "/admin/messages state": [401, 404, 404, 401, 303],
  "/admin/messages reply": [401, 404, 404, 401, 303],
  "/admin/messages end_links": [401, 404, 404, 401, 303],
  "/admin/messages seen": [401, 404, 404, 401, 303],
  "/conversation answer": [401, 303, 404, 401, 404],
  // There is no file by that id; what is added needs more than a form.
  "/conversation/files add": [401, 404, 404, 401, 404],
  "/conversation/files remove": [401, 404, 404, 401, 404],
  "/admin/messages/files add": [401, 404, 404, 401, 404],
  "/admin/messages/files remove": [401, 404, 404, 401, 404],
  "/admin/replies save": [401, 404, 404, 401, 303],
  // There is none by that id.
  "/admin/replies delete": [401, 404, 404, 401, 409],
  "/admin/messages assign": [401, 404, 404, 401, 303],
  "/admin/messages again": [401, 404, 404, 401, 303],
  "/admin/messages resend": [401, 404, 404, 401, 303],
  "/admin/messages move": [401, 404, 404, 401, 303],
  "/admin/messages give": [401, 404, 404, 401, 303],
  "/admin/profiles invite": [401, 404, 404, 401, 303],
  "/admin/profiles create": [401, 404, 404, 401, 400],
  "/admin/profiles profile": [401, 404, 404, 401, 409],
  "/admin/profiles role": [401, 404, 404, 401, 303],
  "/admin/profiles ban": [401, 404, 404, 401, 303],
  "/admin/profiles unban": [401, 404, 404, 401, 303],
  "/admin/profiles link": [401, 404, 404, 401, 200],
  "/admin/profiles sign_out": [401, 404, 404, 401, 303],
  "/admin/profiles factor": [401, 404, 404, 401, 303],
  "/admin/profiles delete": [401, 404, 404, 401, 303],
  "/me profile": [401, 303, 303, 401, 303],
  "/me email": [401, 303, 303, 401, 303],
  "/me email-again": [401, 303, 303, 401, 303],
  "/me link": [401, 400, 400, 401, 400],
  "/me unlink": [401, 422, 303, 401, 303],
  "/me out-one": [401, 303, 303, 401, 303],
  "/me out-others": [401, 303, 303, 401, 303],
  // Without a form that waits for it there is nothing to show who one is for.
  "/me is-it-you": [401, 400, 400, 401, 400],
  "/me is-it-you-mail": [401, 400, 400, 401, 400],
  "/me is-it-you-password": [401, 400, 400, 401, 400],
  "/me factor-new": [401, 200, 200, 401, 200],
  "/me factor-on": [401, 422, 404, 401, 404],
  "/me codes-new": [401, 200, 403, 401, 200],
  "/me factor-off": [401, 303, 404, 401, 404],
  "/me password": [401, 303, 303, 401, 303],
  "/confirm password": [401, 422, 422, 401, 422],
  "/admin/messages erase": [401, 404, 404, 401, 303],
  "/me delete": [401, 303, 400, 401, 403],
  "/login out": all(303),
  "/login out-everywhere": all(303),
};

const endpointAnswers: Record<string, Answers> = {
  "GET /healthz": all(200),
  "GET /readyz": all(200),
  "GET /metrics": all(200),
  "GET /builds/latest.json": all(200),
  "GET /api/icons/:file": all(404),
  "GET /language/:locale": all(302),
  "POST /theme": all(400),
  "POST /consent": all(400),
  "GET /consent": all(204),
  "GET /sitemap.xml": all(200),
  "GET /robots.txt": all(200),
  "GET /humans.txt": all(200),
  "GET /.well-known/security.txt": all(200),
  "GET /manifest.webmanifest": all(200),
};

const signedIn = (answer: Answer): Answers => [401, answer, answer, answer, answer];
/** A user's token opens none of it, an administrator's even: only the secret key does. */
const withSecretKey: Answers = [401, 403, 403, 403, 403];
/** With the publishable key, and the token of whoever asks. */
const callAnswers: Record<string, Answers> = {
  "GET /health": all(200),
  "GET /.well-known/jwks.json": all(200),
  "GET /verify": all(303),
  "GET /authorize": all(400),
  "GET /callback": all(302),
  "GET /settings": all(200),
  "POST /signup": all(422),
  "POST /token": all(400),
  "POST /otp": all(400),
  "POST /verify": all(400),
  "POST /resend": all(400),
  "POST /recover": all(400),
  "POST /sso": all(400),
  "GET /user": signedIn(200),
  "PUT /user": [401, 200, 200, 401, 200],
  "GET /reauthenticate": signedIn(200),
  "GET /user/identities/authorize": [401, 400, 400, 403, 400],
  "DELETE /user/identities/:id": [401, 422, 404, 403, 404],
  "POST /factors": [401, 200, 200, 403, 200],
  "POST /factors/:id/challenge": [401, 200, 404, 404, 404],
  "POST /factors/:id/verify": [401, 422, 404, 404, 404],
  "GET /recovery_codes": signedIn(200),
  "POST /recovery_codes": [401, 200, 403, 403, 200],
  "POST /recovery_codes/verify": [401, 422, 422, 422, 422],
  "DELETE /factors/:id": [401, 200, 404, 404, 404],
  "POST /invite": withSecretKey,
  "POST /admin/users": withSecretKey,
  "GET /admin/users": withSecretKey,
  "GET /admin/users/:id": withSecretKey,
  "PUT /admin/users/:id": withSecretKey,
  "DELETE /admin/users/:id": withSecretKey,
  "GET /admin/users/:id/factors": withSecretKey,
  "DELETE /admin/users/:id/factors/:factorId": withSecretKey,
  "POST /admin/generate_link": withSecretKey,
  "POST /logout": signedIn(204),
};

/** The site's own tables and functions are nobody's. The contact form as JSON is everybody's; this one is empty. */
const serviceAnswers: Record<string, Answers> = {
  "GET /rest/v1/:name": withSecretKey,
  "HEAD /rest/v1/:name": withSecretKey,
  "POST /rest/v1/:name": withSecretKey,
  "PATCH /rest/v1/:name": withSecretKey,
  "DELETE /rest/v1/:name": withSecretKey,
  "GET /rest/v1/rpc/:name": withSecretKey,
  "HEAD /rest/v1/rpc/:name": withSecretKey,
  "POST /rest/v1/rpc/:name": withSecretKey,
  "POST /functions/v1/:name": all(400),
  // Nothing to tell; and something that nobody hears, in a channel that everybody may join.
  "POST /realtime/v1/api/broadcast": all(422),
  "POST /realtime/v1/api/broadcast/:topic/events/:event": all(202),
  // Without a policy nobody sees any file or bucket (tests/contract/storage.test.ts has some). Of what is asked for without saying what, that is said first.
  "GET /storage/v1/bucket": all(200),
  "POST /storage/v1/bucket": all(400),
  "GET /storage/v1/bucket/:id": all(404),
  "PUT /storage/v1/bucket/:id": all(404),
  "DELETE /storage/v1/bucket/:id": all(404),
  "POST /storage/v1/bucket/:id/empty": all(404),
  "POST /storage/v1/object/list/:bucket": all(200),
  "POST /storage/v1/object/list-v2/:bucket": all(200),
  "POST /storage/v1/object/move": all(400),
  "POST /storage/v1/object/copy": all(400),
  "POST /storage/v1/object/sign/:bucket": all(400),
  "POST /storage/v1/object/sign/:bucket/:name{.+}": all(400),
  "GET /storage/v1/object/sign/:bucket/:name{.+}": all(400),
  "POST /storage/v1/object/upload/sign/:bucket/:name{.+}": all(404),
  "PUT /storage/v1/object/upload/sign/:bucket/:name{.+}": all(400),
  "GET /storage/v1/object/info/public/:bucket/:name{.+}": all(404),
  "GET /storage/v1/object/info/authenticated/:bucket/:name{.+}": all(404),
  "GET /storage/v1/object/info/:bucket/:name{.+}": all(404),
  "GET /storage/v1/object/public/:bucket/:name{.+}": all(404),
  "GET /storage/v1/object/authenticated/:bucket/:name{.+}": all(404),
  "GET /storage/v1/object/:bucket/:name{.+}": all(404),
  "POST /storage/v1/object/:bucket/:name{.+}": all(404),
  "PUT /storage/v1/object/:bucket/:name{.+}": all(404),
  "DELETE /storage/v1/object/:bucket": all(400),
  "DELETE /storage/v1/object/:bucket/:name{.+}": all(404),
  "GET /storage/v1/render/image/public/:bucket/:name{.+}": all(404),
  "GET /storage/v1/render/image/authenticated/:bucket/:name{.+}": all(404),
  "GET /storage/v1/render/image/sign/:bucket/:name{.+}": all(400),
  "OPTIONS /storage/v1/upload/resumable": all(204),
  "POST /storage/v1/upload/resumable": all(400),
  "GET /storage/v1/upload/resumable/:id": all(404),
  "PATCH /storage/v1/upload/resumable/:id": all(404),
  "DELETE /storage/v1/upload/resumable/:id": all(404),
};

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("everything that the code answers has an expectation, and nothing else has", () => {
  expect(Object.keys(reading).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  expect(Object.keys(intents).toSorted()).toEqual(
    pages
      .filter(({ hasAction }) => hasAction)
      .map(({ path }) => path)
      .toSorted(),
  );
  const forms = Object.entries(intents).flatMap(([path, names]) => names.map((name) => `${path} ${name}`));
  expect(Object.keys(sending).toSorted()).toEqual(forms.toSorted());
  expect(Object.keys(endpointAnswers).toSorted()).toEqual(endpoints.map(named).toSorted());
  expect(Object.keys(callAnswers).toSorted()).toEqual(accountCalls.map(named).toSorted());
  expect(Object.keys(serviceAnswers).toSorted()).toEqual(serviceCalls.map(named).toSorted());
});

onSite((site) => {
  let who: Record<Role, Visitor>;
  let target: Target;

  /** New people for each test: some of them end without an account. */
  async function assemble() {
    const [client, other] = [await newPerson(site(), { name: "The client" }), await newPerson(site(), { name: "Another" })];
    const [half, admin] = [await newPerson(site(), { role: "admin" }), await newPerson(site(), { role: "admin" })];
    const { factorId, secret } = await addFactor(site(), client.email);
    await addFactor(site(), half.email);
    who = {
      anonymous: visitorOf(site()),
      client: await signInFully(site(), client.email, secret),
      "other client": await visitorOf(site()).signIn(other.email),
      "admin aal1": await visitorOf(site()).signIn(half.email),
      "admin aal2": await signInFully(site(), admin.email, (await addFactor(site(), admin.email)).secret),
    };
    const phone = await visitorOf(site()).signIn(client.email);
    const requestId = await newRequest(site(), who["admin aal2"], who.client);
    const sheet = await (await who["admin aal2"].get(`/admin/messages?request=${requestId}`)).text();
    target = {
      ...client,
      factorId,
      identityId: who.client.session().user.identities[0].identity_id,
      sessionId: JSON.parse(Buffer.from(phone.session().access_token.split(".")[1], "base64url").toString()).session_id,
      requestId,
      mailId: /again:([\da-f-]{36})/.exec(sheet)![1]!,
    };
  }

  /** Everything about the client, as they and as an administrator see it. */
  async function state(): Promise<string> {
    const data = await who.client.get("/me/data.json");
    const seen = [`/admin/profiles?person=${target.id}`, `/admin/messages?request=${target.requestId}`];
    const pagesOfAgency = await Promise.all(seen.map((path) => who["admin aal2"].get(path)));
    for (const response of [data, ...pagesOfAgency]) expect(response.status).toBe(200);
    return (await Promise.all([data, ...pagesOfAgency].map(stillText))).join("\n");
  }

  describe("at the pages", () => {
    beforeAll(assemble);

    test.each(Object.entries(reading))("reading %s", async (page, answers) => {
      // What is there to read is alike in every language; who may not read it is led to the sign-in of theirs.
      for (const locale of locales) {
        const path = localePath(locale, page.replace("*", "nowhere"));
        const asked = roles.map(async (role, number) => {
          const { status, location } = toLead(answers[number]!, path);
          if (locale !== "en" && (status === 200 || page === "/*")) return;
          const response = await who[role].get(path);
          expect([response.status, response.headers.get("location")], `${path} as ${role}`).toEqual([status, location]);
          // Navigation inside the browser is answered alike; a redirect is told in the body.
          if (locale !== "en") return;
          const data = await who[role].get(`${path === "/" ? "/_" : path}.data`);
          expect(data.status, `${path}.data as ${role}`).toBe(status === 302 ? 202 : status);
        });
        await Promise.all(asked);
      }
    });

    test("POST is for pages with a form, and PUT, PATCH, DELETE and OPTIONS are for none", async () => {
      for (const { path, hasAction } of pages.filter((page) => page.path !== "/*")) {
        for (const role of roles) {
          if (!hasAction) expect((await who[role].post(path, {})).status, `POST ${path} as ${role}`).toBe(405);
          for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
            const response = await who[role].send(method, path, { intent: "out", name: "Changed" });
            expect([response.status, response.headers.get("allow")], `${method} ${path} as ${role}`).toEqual([405, "GET, HEAD, POST"]);
          }
        }
      }
      expect((await who.client.get("/me")).status).toBe(200);
    });

    test("a conversation is read by who sent the request, and by whoever has the key of a reply", async () => {
      const path = `/conversation?request=${target.requestId}`;
      for (const [number, answer] of (["login", 200, 404, "code", 404] as const).entries()) {
        const response = await who[roles[number]!].get(path);
        const { status, location } = toLead(answer, path);
        expect([response.status, response.headers.get("location")], roles[number]).toEqual([status, location]);
      }
      const key = "0b9d1c1e-0000-4000-8000-000000000001.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
      for (const role of roles) expect((await who[role].get(`/conversation?key=${key}`)).status, role).toBe(404);
    });

    test("nobody finds in their pages what is another's", async () => {
      const theirs = [target.email, target.id, target.factorId, target.requestId];
      for (const role of ["other client", "admin aal1"] as const) {
        for (const path of ["/me", "/me/data.json", "/me.data", "/login", "/confirm", "/contact"]) {
          const text = await (await who[role].get(path)).text();
          for (const secret of theirs) expect(text, `${path} as ${role}`).not.toContain(secret);
        }
      }
      const data = await (await who.client.get("/me/data.json")).text();
      for (const theirOwn of [target.email, target.id, target.requestId]) expect(data).toContain(theirOwn);
    });

    test.each(Object.entries(endpointAnswers))("%s", async (name, answers) => {
      const [method, path] = name.split(" ") as [string, string];
      const address = path.replace(":file", "nothing.json").replace(":locale", "gl");
      for (const [number, role] of roles.entries()) {
        const response = method === "GET" ? await who[role].get(address) : await who[role].post(address, {});
        expect(response.status, `${name} as ${role}`).toBe(answers[number]);
      }
    });

    test("those who may not change nothing", async () => {
      const before = await state();
      for (const role of ["anonymous", "client", "other client", "admin aal1"] as const) {
        for (const { page, intent, path, form } of privateForms()) {
          const expected = sending[`${page} ${intent}`]![roles.indexOf(role)];
          // What is their own everyone may change.
          if (page.startsWith("/conversation") && role === "client") continue;
          if (page === "/me" && (role === "client" || (expected === 303 && intent !== "unlink" && intent !== "out-one"))) continue;
          // The router's own way to the same action: once is enough.
          const asData = role === "other client" ? [path.replace(/(?=\?|$)/, ".data")] : [];
          for (const address of [path, ...asData]) {
            const response = await who[role].post(address, form);
            const status = response.status === 202 ? 303 : response.status;
            expect(status, `${address} ${intent} as ${role}`).toBe(expected);
            expect(await response.text()).not.toContain("changed horse battery");
          }
        }
      }
      expect(await state()).toBe(before);
    });

    test("a form that says that it is another's is refused", async () => {
      const before = await state();
      for (const { page, intent, path, form } of privateForms()) {
        const role = page === "/me" ? "other client" : page.startsWith("/conversation") ? "client" : "admin aal2";
        const response = await who[role].post(path, {
          ...form,
          whose: role === "client" ? who["other client"].session().user.id : target.id,
        });
        expect([response.status, await response.text()], `${path} ${intent}`).toEqual([
          409,
          expect.stringContaining(en.account.errors.other_account),
        ]);
      }
      expect(await state()).toBe(before);
    });

    // Last, and one after the other: at the end the client is gone.
    test.each(Object.entries(sending))("sending %s", async (name, answers) => {
      for (const [number, role] of roles.entries()) {
        // Somebody new for each: after the last form they may be gone.
        const isOfPeople = role === "admin aal2" && name.startsWith("/admin/profiles");
        const about = isOfPeople ? { ...target, ...(await newPersonWithFactor()) } : target;
        const { path, form } = everyForm(about).find(({ page, intent }) => `${page} ${intent}` === name)!;
        const response = await who[role].post(path, form);
        const { status, location } = toLead(answers[number]!, path);
        expect(response.status, `${name} as ${role}`).toBe(status);
        if (location) expect(response.headers.get("location")).toBe(location);
      }
    });
  });

  describe("calling the accounts service", () => {
    beforeAll(assemble);

    test.each(Object.entries(callAnswers))("%s", async (name, answers) => {
      const [method, path] = name.split(" ") as [string, string];
      const address = path
        .replace("/user/identities/:id", `/user/identities/${target.identityId}`)
        .replace("/users/:id", `/users/${target.id}`)
        .replace("/factors/:id", `/factors/${target.factorId}`)
        .replace(":factorId", target.factorId);
      const body = { factor_type: "totp", friendly_name: "Another", data: { name: "Changed" }, code: "000000", challenge_id: "" };
      const more = name === "PUT /user" ? { password: `changed horse ${crypto.randomUUID()}` } : {};
      // The client last: what they may, they do.
      for (const role of [...roles.filter((one) => one !== "client"), "client"] as const) {
        const response = await site().call(address, {
          method,
          ...(method !== "GET" && { body: JSON.stringify(name === "POST /signup" ? {} : { ...body, ...more }) }),
          ...(role !== "anonymous" && { token: who[role].session().access_token }),
        });
        expect(response.status, `${name} as ${role}: ${await response.text()}`).toBe(answers[roles.indexOf(role)]);
      }
    });
  });

  describe("calling the other services", () => {
    beforeAll(assemble);

    test.each(Object.entries(serviceAnswers))("%s", async (name, answers) => {
      const [method, path] = name.split(" ") as [string, string];
      const args = { most: "1", claim: "1 minute" };
      const query = !path.startsWith("/rest/")
        ? ""
        : path.includes("/rpc/")
          ? method === "POST"
            ? ""
            : new URLSearchParams(args)
          : method === "POST"
            ? ""
            : `id=eq.${target.requestId}`;
      const body = path.includes("/rpc/") ? args : method === "PATCH" ? { name: "Changed" } : {};
      for (const role of roles) {
        const response = await fetch(`${site().url}${realCall(path)}?${query}`, {
          method,
          headers: {
            apikey: site().keys.publishableKey,
            "Content-Type": "application/json",
            ...(role !== "anonymous" && { Authorization: `Bearer ${who[role].session().access_token}` }),
          },
          ...(!["GET", "HEAD"].includes(method) && { body: JSON.stringify(body) }),
        });
        expect(response.status, `${name} as ${role}: ${await response.text()}`).toBe(answers[roles.indexOf(role)]);
      }
    });
  });

  const privateForms = () => everyForm(target).filter(({ page }) => ["/me", "/conversation"].includes(page) || page.startsWith("/admin"));

  async function newPersonWithFactor() {
    const person = await newPerson(site());
    return { ...person, factorId: (await addFactor(site(), person.email)).factorId };
  }
}, {});

function toLead(answer: Answer, path: string): { status: number; location: string | null } {
  if (typeof answer === "number") return { status: answer, location: null };
  const locale = locales.find((one) => path.startsWith(`/${one}`)) ?? "en";
  const login = (query: Record<string, string>) => localePath(locale, `/login?${new URLSearchParams(query)}`);
  const places = { login: login({ next: path }), code: login({ step: "code", next: path }), me: localePath(locale, "/me") };
  return { status: 302, location: places[answer] };
}
