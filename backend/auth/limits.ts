import { networkOf } from "#backend/network.ts";
import { countAttempt, forgetAttempts, type Limit } from "#backend/rate-limit.ts";
import { ipOf, type Auth, type AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";

/** So many calls of a kind from one network in five minutes. */
export async function limitAddress(auth: Auth, c: AuthContext, kind: string) {
  await limit(
    auth,
    ["address", `${kind} ${networkOf(ipOf(c))}`],
    { most: auth.config.auth.attemptsPerAddress, seconds: 300 },
    tooManyRequests,
  );
}

/** So many attempts to get into one account in five minutes, from wherever. */
export async function limitAccount(auth: Auth, account: string) {
  await limit(auth, ["account", account], { most: 10, seconds: 300 }, tooManyRequests);
}

/** Whoever got in has proved who they are: their attempts are forgotten. */
export async function forgetAccountAttempts({ queries, keys }: Auth, account: string) {
  await forgetAttempts(queries, keys.mac("account", account));
}

/** One mail a minute to an address, whether we know it or not: the answer must not tell. */
export async function limitMails(auth: Auth, email: string) {
  const { mailInterval } = auth.config.auth;
  if (mailInterval > 0) await limit(auth, ["mail", email], { most: 1, seconds: mailInterval }, tooManyMails);
}

async function limit({ queries, keys }: Auth, what: [purpose: string, text: string], most: Limit, refusal: (wait: number) => AuthError) {
  const wait = await countAttempt(queries, keys.mac(...what), most);
  if (wait !== undefined) throw refusal(wait);
}

function tooManyRequests(wait: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {}, { "Retry-After": String(wait) });
}

function tooManyMails(wait: number): AuthError {
  return new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${wait} seconds.`,
    {},
    { "Retry-After": String(wait) },
  );
}
