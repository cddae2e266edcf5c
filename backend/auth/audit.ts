import type { Queries } from "#backend/database/connection.ts";
import { ipOf, type AuthContext } from "./context.ts";
import { auditLog, type User } from "./schema.ts";

type Action =
  | "login"
  | "logout"
  | "invite_accepted"
  | "user_signedup"
  | "user_invited"
  | "user_deleted"
  | "user_modified"
  | "user_recovery_requested"
  | "user_reauthenticate_requested"
  | "user_confirmation_requested"
  | "user_repeated_signup"
  | "user_updated_password"
  | "token_revoked"
  | "token_refreshed"
  | "factor_in_progress"
  | "factor_unenrolled"
  | "challenge_created"
  | "verification_attempted"
  | "factor_deleted"
  | "generate_recovery_codes"
  | "recovery_code_used"
  | "identity_unlinked"
  | "identity_linked";

const logTypes: [RegExp, string][] = [
  [/^(login|logout|invite_accepted)$/, "account"],
  [/^user_(signedup|invited|deleted)$/, "team"],
  [/^token_/, "token"],
  [/^(factor|challenge|verification|generate_recovery|recovery_code)_/, "factor"],
];

/** Writes down who did what, in GoTrue's words. Without an actor it was somebody with the secret key; without a call, the site itself. */
export async function audit(
  queries: Queries,
  c: AuthContext | null,
  action: Action,
  actor: User | null,
  traits: Record<string, unknown> = {},
) {
  await queries.insert(auditLog).values({
    payload: {
      action,
      actor_id: actor?.id ?? "00000000-0000-0000-0000-000000000000",
      actor_username: actor?.email ?? "service_role",
      actor_via_sso: false,
      log_type: logTypes.find(([actions]) => actions.test(action))?.[1] ?? "user",
      traits,
    },
    ipAddress: c ? ipOf(c).slice(0, 64) : "",
  });
}
