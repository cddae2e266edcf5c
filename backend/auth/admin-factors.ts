import { and, asc, eq } from "drizzle-orm";
import { isUuid } from "#backend/database/uuid.ts";
import { findUser, traitsOf } from "./admin.ts";
import { audit } from "./audit.ts";
import { type Auth, type AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { removeFactor } from "./factors.ts";
import { tellOwner } from "./gate.ts";
import { factors } from "./schema.ts";
import { factorBody } from "./user-body.ts";

/** GET /admin/users/:id/factors */
export async function listFactors(auth: Auth, c: AuthContext): Promise<Response> {
  const user = await findUser(auth.queries, c);
  const theirs = await auth.queries.select().from(factors).where(eq(factors.userId, user.id)).orderBy(asc(factors.createdAt));
  return c.json(theirs.map(factorBody));
}

/** DELETE /admin/users/:id/factors/:factorId: for people who have lost the device. Sessions that it raised go on without it. */
export async function deleteFactor(auth: Auth, c: AuthContext): Promise<Response> {
  const user = await findUser(auth.queries, c);
  const factorId = c.req.param("factorId");
  if (!isUuid(factorId)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const deleted = await auth.queries.transaction(async (queries) => {
    const [factor] = await queries
      .select()
      .from(factors)
      .where(and(eq(factors.id, factorId), eq(factors.userId, user.id)))
      .for("update");
    if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
    await removeFactor(queries, factor);
    if (factor.status === "verified") await tellOwner(queries, user, "factorOff");
    await audit(queries, c, "factor_deleted", null, { ...traitsOf(user), factor_id: factor.id });
    return factor;
  });
  auth.wakeOutbox();
  return c.json(factorBody(deleted));
}
