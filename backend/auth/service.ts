import { Hono } from "hono";
import { deleteFactor, listFactors } from "./admin-factors.ts";
import { generateLink, invite } from "./admin-links.ts";
import { createUser, deleteUser, getUser, listUsers, updateUser } from "./admin.ts";
import { requireKey, requireSecretKey, type Auth, type AuthContext, type AuthEnv, type Handler } from "./context.ts";
import { AuthError, errorResponse } from "./errors.ts";
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from "./factors.ts";
import { unlinkIdentity } from "./identities.ts";
import { authorize, authorizeLink, callback } from "./providers.ts";
import { countRecoveryCodes, makeRecoveryCodes, verifyRecoveryCode } from "./recovery-codes.ts";
import { otp, reauthenticate, recover, resend } from "./send.ts";
import { settings, signInWithSso } from "./settings.ts";
import { signUp } from "./sign-up.ts";
import { token } from "./tokens.ts";
import { changeUser, logout, readUser } from "./user.ts";
import { verifyByLink, verifyByPost } from "./verify.ts";

/** The HTTP API of Supabase Auth (GoTrue), as its client libraries use it, on our own database. */
export function createAuth(auth: Auth): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  const on = (handler: Handler) => (c: Parameters<Handler>[1]) => handler(auth, c);

  app.onError((error, c) => {
    if (error instanceof AuthError) return errorResponse(c, error);
    auth.log.error({ err: error, id: c.get("requestId") }, "authentication failed");
    // Not 500: to a client that refreshes, that is the end of the session, and a database that is away ends none.
    return errorResponse(c, new AuthError(503, "unexpected_failure", "Unexpected failure, please check server logs for more information"));
  });

  // What browsers open by following a link cannot bring a key.
  app.get("/health", (c) =>
    c.json({ name: "GoTrue", version: "abrente", description: "GoTrue is a user registration and authentication API" }),
  );
  app.get("/.well-known/jwks.json", (c) => c.json({ keys: auth.keys.publicJwks }, 200, { "Cache-Control": "public, max-age=600" }));
  app.get("/verify", on(verifyByLink));
  app.get("/authorize", on(authorize));
  app.get("/callback", on(callback));

  app.use(async (c, next) => {
    requireKey(auth, c);
    await next();
  });
  app.get("/settings", on(settings));
  app.post("/signup", on(signUp));
  app.post("/token", on(token));
  app.post("/otp", on(otp));
  app.post("/verify", on(verifyByPost));
  app.post("/resend", on(resend));
  app.post("/recover", on(recover));
  app.post("/sso", on(signInWithSso));
  app.get("/reauthenticate", on(reauthenticate));
  app.get("/user", on(readUser));
  app.put("/user", on(changeUser));
  app.get("/user/identities/authorize", on(authorizeLink));
  app.delete("/user/identities/:id", on(unlinkIdentity));
  app.post("/logout", on(logout));
  app.post("/factors", on(enrollFactor));
  app.post("/factors/:id/challenge", on(challengeFactor));
  app.post("/factors/:id/verify", on(verifyFactor));
  app.delete("/factors/:id", on(unenrollFactor));
  app.get("/recovery_codes", on(countRecoveryCodes));
  app.post("/recovery_codes", on(makeRecoveryCodes));
  app.post("/recovery_codes/verify", on(verifyRecoveryCode));

  const withSecretKey = async (c: AuthContext, next: () => Promise<void>) => {
    await requireSecretKey(auth, c);
    await next();
  };
  app.post("/invite", withSecretKey, on(invite));
  app.use("/admin/*", withSecretKey);
  app.post("/admin/users", on(createUser));
  app.get("/admin/users", on(listUsers));
  app.get("/admin/users/:id", on(getUser));
  app.put("/admin/users/:id", on(updateUser));
  app.delete("/admin/users/:id", on(deleteUser));
  app.get("/admin/users/:id/factors", on(listFactors));
  app.delete("/admin/users/:id/factors/:factorId", on(deleteFactor));
  app.post("/admin/generate_link", on(generateLink));

  // Last, and not by `notFound`: that of a mounted app is not asked, and the site's pages would answer.
  app.all("*", () => {
    throw new AuthError(404, "not_found", "Not found");
  });
  return app;
}
