import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** The three addresses of GitHub that a sign-in needs, for one person. */
export async function startGithubServer() {
  const emails = [
    { email: "second@example.com", primary: false, verified: true },
    { email: "octo@example.com", primary: true, verified: true },
  ];
  const challenges = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, origin);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/login/oauth/authorize") {
      const code = Math.random().toString(36).slice(2);
      challenges.set(code, url.searchParams.get("code_challenge")!);
      const back = new URL(url.searchParams.get("redirect_uri")!);
      back.search = new URLSearchParams({ code, state: url.searchParams.get("state")!, iss: `${origin}/login/oauth` }).toString();
      return response.writeHead(302, { Location: back.href }).end();
    }
    if (url.pathname === "/login/oauth/access_token") {
      const body = new URLSearchParams(await text(request));
      const challenge = createHash("sha256").update(body.get("code_verifier")!).digest("base64url");
      const isRight = challenges.get(body.get("code")!) === challenge && body.get("client_secret") === "github secret";
      // GitHub says 200 even when it says no.
      return json(isRight ? { access_token: "gho_1", token_type: "bearer", scope: "user:email" } : { error: "bad_verification_code" });
    }
    if (request.headers.authorization !== "Bearer gho_1") return json({ message: "Bad credentials" }, 401);
    if (url.pathname === "/api/v3/user") {
      return json({ id: 583231, login: "octocat", name: "Octo Cat", avatar_url: `${origin}/avatar.png`, email: null });
    }
    return url.pathname === "/api/v3/user/emails" ? json(emails) : json({ message: "Not Found" }, 404);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    settings: { GITHUB_URL: origin, GITHUB_CLIENT_ID: "github client", GITHUB_CLIENT_SECRET: "github secret" },
    stop: () => server.close().closeAllConnections(),
  };
}
