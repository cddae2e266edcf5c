import type { AuthError } from "@supabase/supabase-js";
import { useRecoveryCode, type Caller } from "./recovery-codes.server.ts";

/** Takes the second step with the code of any of the person's apps, or with one of their recovery codes. */
export async function takeSecondStep(caller: Caller, code: string, factorIds: string[]): Promise<AuthError | null> {
  const isOfApp = code.length <= 6 || !caller.accounts.isOurs;
  return isOfApp ? tryFactors(caller, code, factorIds) : useRecoveryCode(caller, code);
}

/** Nobody says from which of their apps a code is: it may be any. */
async function tryFactors(caller: Caller, code: string, [factorId = "", ...others]: string[]): Promise<AuthError | null> {
  const { error } = await caller.client.auth.mfa.challengeAndVerify({ factorId, code });
  return error?.code === "mfa_verification_failed" && others.length > 0 ? tryFactors(caller, code, others) : error;
}
