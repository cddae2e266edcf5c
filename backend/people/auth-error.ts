import type { AuthError } from "@supabase/supabase-js";

/** Whether the accounts service failed, rather than said no: then nobody knows what was done. */
export function hasFailed({ status }: AuthError): boolean {
  return !status || status < 400 || status >= 500;
}

/** Why the service said no, in one word: its own code, or a finer one where the code alone does not tell what to do. */
export function reasonOf(error: AuthError): string {
  if (error.code === "weak_password") {
    return (error as AuthError & { reasons?: string[] }).reasons?.includes("length") ? "weak_length" : "weak_known";
  }
  return error.message.includes("validate email address") ? "email" : (error.code ?? "failed");
}
