import type { AuthError } from "@supabase/supabase-js";
import { data } from "react-router";
import { shortestPassword } from "#backend/auth/password-rule.ts";
import { hasFailed, reasonOf } from "#backend/people/auth-error.ts";
import type { Content } from "#content/en/index.ts";
import { fill } from "#content/format.ts";

/** What a form gets back when it did not succeed. */
export type Reply = {
  /** Which one it was, where a page has several. */
  form?: string;
  /** What to say above it, and at its fields, in their order. */
  message?: string;
  errors?: Record<string, string>;
  typed?: Record<string, string>;
  /** What leads out of it. */
  way?: { to: string; label: string };
  /** Where a link of the page goes on. */
  goOn?: string;
  /** The form, by its own id, that did not reach the server (keep-typed.ts). */
  unreachable?: string;
};

type Texts = Content["account"]["errors"];

export function reply(status: number, body: Reply, headers?: HeadersInit) {
  return data(body, { status, headers });
}

/** The fields that are empty, each with its sentence. */
export function missingFields(texts: Texts, given: Partial<Record<keyof Texts["fields"], string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => !value?.trim())
      .map(([name]) => [name, fill(texts.required, { field: texts.fields[name as keyof Texts["fields"]] })]),
  );
}

/** Which field of ours a refusal is about. */
const fieldOf: Record<string, string> = {
  email: "email",
  weak_length: "password",
  weak_known: "password",
  same_password: "password",
  sso_provider_not_found: "domain",
  mfa_verification_failed: "code",
  mfa_challenge_expired: "code",
  recovery_code_wrong: "code",
};

/** The accounts service's no: at the field that it is about, or above the form. */
export function refusalOf(texts: Texts, error: AuthError): Pick<Reply, "message" | "errors"> {
  const sentence = sentenceOf(texts, error);
  const field = fieldOf[reasonOf(error)];
  return field ? { errors: { [field]: sentence } } : { message: sentence };
}

/** The accounts service's no, in the visitor's language. What it says in English stays with us. */
export function sentenceOf(texts: Texts, error: AuthError): string {
  if (error.name === "AuthSessionMissingError") return texts.missing_session;
  const sentence = ({ ...texts, ...catalogue(texts) } as Record<string, unknown>)[reasonOf(error)];
  return typeof sentence === "string" ? fill(sentence, { min: shortestPassword }) : texts.failed;
}

/** The errors of the specification's catalogue by the codes that stand for them. */
function catalogue(texts: Texts): Record<string, string> {
  return {
    session_not_found: texts.missing_session,
    no_authorization: texts.missing_session,
    bad_jwt: texts.missing_session,
    flow_state_not_found: texts.not_pkce,
    flow_state_expired: texts.not_pkce,
    bad_code_verifier: texts.not_pkce,
    bad_oauth_state: texts.not_pkce,
    bad_oauth_callback: texts.access_denied,
    otp_expired: texts.token_verification,
    mfa_challenge_expired: texts.mfa_verification_failed,
    mfa_factor_not_found: texts.mfa_verification_failed,
  };
}

/** The status to answer with: the service's own, unless it failed. */
export function statusOf(error: AuthError): number {
  return hasFailed(error) ? 503 : error.status!;
}
