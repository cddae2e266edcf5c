import { createHash, randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "#backend/database/connection.ts";
import type { Auth } from "./context.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { hashOf, sameText } from "./keys.ts";
import { flowStates, type User } from "./schema.ts";
import type { Method } from "./sessions.ts";

type Challenge = { code_challenge?: string; code_challenge_method?: string };
type FlowState = typeof flowStates.$inferSelect;

/** A PKCE flow, when the client brought a challenge. */
export async function beginFlow(
  queries: Queries,
  { code_challenge: challenge, code_challenge_method: method }: Challenge,
  { user, provider, method: authenticationMethod }: { user?: User; provider: string; method: string },
): Promise<string | undefined> {
  if (!challenge && !method) return;
  if (!challenge || !method) throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  const codeChallengeMethod = method.toLowerCase();
  if (codeChallengeMethod !== "s256" && codeChallengeMethod !== "plain") throw validationFailed("Invalid code challenge method");
  if (!/^[\w.~-]{43,128}$/.test(challenge)) throw validationFailed("code challenge has to be between 43 and 128 characters");
  const [flow] = await queries
    .insert(flowStates)
    .values({ codeChallenge: challenge, codeChallengeMethod, userId: user?.id, providerType: provider, authenticationMethod })
    .returning({ id: flowStates.id });
  return flow!.id;
}

/** The code that the client exchanges for a session with the verifier of its challenge. */
export async function issueCode(
  queries: Queries,
  flowStateId: string,
  user: User,
  tokens: { accessToken?: string; refreshToken?: string } = {},
): Promise<string | undefined> {
  const code = randomBytes(24).toString("base64url");
  const [flow] = await queries
    .update(flowStates)
    .set({
      authCode: hashOf(code),
      userId: user.id,
      authCodeIssuedAt: sql`now()`,
      updatedAt: sql`now()`,
      providerAccessToken: tokens.accessToken,
      providerRefreshToken: tokens.refreshToken,
    })
    .where(eq(flowStates.id, flowStateId))
    .returning({ id: flowStates.id });
  return flow && code;
}

/** Takes the flow of a code: it can be exchanged once, within five minutes, by the browser that has the verifier. */
export async function takeFlow(
  auth: Auth,
  code: string,
  verifier: string,
): Promise<FlowState & { userId: string; authenticationMethod: Method }> {
  const [flow] = await auth.queries
    .select()
    .from(flowStates)
    .where(eq(flowStates.authCode, hashOf(code)));
  if (!flow?.userId) throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  const isOver = Date.now() - flow.authCodeIssuedAt!.getTime() > 5 * 60_000;
  if (isOver) {
    await auth.queries.delete(flowStates).where(eq(flowStates.id, flow.id));
    throw new AuthError(403, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  const challenge = flow.codeChallengeMethod === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  if (!sameText(challenge, flow.codeChallenge!)) {
    throw new AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
  }
  const [taken] = await auth.queries
    .delete(flowStates)
    .where(and(eq(flowStates.id, flow.id), eq(flowStates.authCode, hashOf(code))))
    .returning();
  if (!taken) throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  return taken as FlowState & { userId: string; authenticationMethod: Method };
}
