import type { Site } from "../site.ts";
import { password } from "../password.ts";

/** Somebody at the pages of the site, with cookies but without a browser. `always` are headers that their browser sends. */
export function visitorOf(site: Pick<Site, "url">, origin = site.url, always: Record<string, string> = {}) {
  const cookies = new Map<string, string>();

  async function visit(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(site.url + path, {
      redirect: "manual",
      ...init,
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "Accept-Language": "en",
        // One that has waited for some seconds is closed by the server just as it is used again.
        Connection: "close",
        ...always,
        ...init.headers,
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value && !/max-age=0/i.test(cookie)) cookies.set(name!, value);
      else cookies.delete(name!);
    }
    return response;
  }

  const visitor = {
    cookies,
    visit,
    get: (path: string, headers: Record<string, string> = {}) => visit(path, { headers }),
    /** The same as `post` with another method. */
    send: (method: string, path: string, form: Record<string, string>) =>
      visit(path, { method, body: new URLSearchParams(form), headers: { Origin: origin } }),
    /** Sends a form as a browser without JavaScript does; `from` is the site that it is on. */
    post: (path: string, form: Record<string, string>, from = origin) =>
      visit(path, { method: "POST", body: new URLSearchParams(form), headers: { Origin: from } }),
    async signIn(email: string) {
      const response = await visitor.post("/login", { intent: "password", email, password });
      if (response.status !== 303) throw new Error(`Signing in answers ${response.status}`);
      return visitor;
    },
    /** The session in the cookies, to look at it or to change it. */
    session(change?: (session: any) => void) {
      const names = [...cookies.keys()].filter((name) => /^sb-session(\.\d+)?$/.test(name)).toSorted();
      const value = names.map((name) => cookies.get(name)).join("");
      const session = JSON.parse(Buffer.from(decodeURIComponent(value).replace("base64-", ""), "base64url").toString());
      if (change) {
        change(session);
        for (const name of names) cookies.delete(name);
        cookies.set("sb-session", `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`);
      }
      return session;
    },
  };
  return visitor;
}
