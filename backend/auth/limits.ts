import { and, eq, isNull, not, or, sql, type SQL } from "drizzle-orm";
import { networkOf, placeOf } from "#backend/network.ts";
import { countAttempt, forgetAttempts, type Limit } from "#backend/rate-limit.ts";
import { ipOf, type Auth, type AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { writeToOwner } from "./gate.ts";
import { knownDevice } from "./known-device.ts";
import { factors, oneTimeTokens, sessions, users } from "./schema.ts";

/** So many calls of a kind from one network in five minutes. */
export async function limitAddress(auth: Auth, c: AuthContext, kind: string) {
  await limit(
    auth,
    ["address", `${kind} ${networkOf(ipOf(c))}`],
    { most: auth.config.auth.attemptsPerAddress, seconds: 300 },
    tooManyRequests,
  );
}

/**
 * So many attempts to get into one account in five minutes, and in a day. Browsers in which the owner has got in before, and networks from
 * which they are signed in, are counted each for itself, all others together: strangers who guess lock each other out, and not the owner. Gives
 * what was counted, to be forgotten.
 */
export async function limitAccount(auth: Auth, c: AuthContext, account: string, owner: SQL): Promise<string> {
  const bucket = await bucketOf(auth, c, account, owner);
  await limitGuesses(auth, ["account", bucket], { most: 10, seconds: 300 }, owner);
  await limitGuesses(auth, ["account day", bucket], { most: 200, seconds: 86_400 }, owner);
  return bucket;
}

/** Whoever got in has proved who they are: their attempts are forgotten, but for those of the day. */
export async function forgetAccountAttempts({ queries, keys }: Auth, bucket: string) {
  await forgetAttempts(queries, keys.mac("account", bucket));
}

async function bucketOf(auth: Auth, c: AuthContext, account: string, owner: SQL): Promise<string> {
  const network = networkOf(ipOf(c));
  // Where there is a second factor, whoever has only the password is not known yet.
  const hasFactor = sql`exists (select from ${factors} where ${factors.userId} = ${users.id} and ${factors.status} = 'verified')`;
  const theirs = await auth.queries
    .selectDistinct({ id: users.id, ip: sessions.ip })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), or(eq(sessions.aal, "aal2"), not(hasFactor))))
    .where(owner)
    .limit(100);
  const device = theirs[0] && knownDevice(auth, c, theirs[0].id);
  if (device) return `${account} ${device}`;
  return theirs.some(({ ip }) => ip && networkOf(ip) === network) ? `${account} ${network}` : account;
}

/** So many guesses at the codes of an address's mails in a day, however many mails there are; the owner's are counted for themselves. */
export async function limitCodes(auth: Auth, c: AuthContext, email: string) {
  const owner = eq(users.email, email);
  const bucket = await bucketOf(auth, c, email, owner);
  await limitGuesses(auth, ["codes", bucket], { most: 50, seconds: 86_400 }, owner);
}

/**
 * Whoever does not say which of an address's mails a code is from tries it as one kind after the other: that is one guess. Gives the
 * purposes as which the code was not tried within this minute; what was tried as all of them is another guess.
 */
export async function purposesOfGuess<Purpose extends string>(
  { queries, keys }: Auth,
  { email, code, purposes }: { email: string; code: string; purposes: Purpose[] },
): Promise<{ purposes: Purpose[]; isCounted: boolean }> {
  const keyOf = (as: string) => keys.mac("guess", `${email} ${code} ${as}`);
  const isKnown = async (as: string) => (await countAttempt(queries, keyOf(as), { most: 1, seconds: 60 })) !== undefined;
  const isCounted = await isKnown("");
  const fresh: Purpose[] = [];
  for (const purpose of purposes) if (!(await isKnown(purpose))) fresh.push(purpose);
  if (isCounted && fresh.length > 0) return { purposes: fresh, isCounted };
  // With another guess, even of the same code, the other kinds begin anew.
  const others = oneTimeTokens.purpose.enumValues.filter((one) => !purposes.some((purpose) => purpose === one));
  for (const other of others) await forgetAttempts(queries, keyOf(other));
  return { purposes, isCounted: false };
}

/** The owner hears of guesses that were too many. */
async function limitGuesses(auth: Auth, what: [purpose: string, text: string], most: Limit, owner: SQL) {
  await limit(auth, what, most, (wait) => {
    // Nobody waits for it: the time of the answer would tell whether there is such an account.
    void warnOwner(auth, owner).catch((error) => auth.log.error({ err: error }, "the owner of an account could not be warned of guesses"));
    return tooManyRequests(wait);
  });
}

/** Once a day at most: guesses must not become a way to fill a mailbox. */
async function warnOwner({ queries, keys, wakeOutbox }: Auth, owner: SQL) {
  const [user] = await queries
    .select()
    .from(users)
    .where(and(owner, isNull(users.deletedAt)))
    .limit(1);
  if (!user || (await countAttempt(queries, keys.mac("warned", user.id), { most: 1, seconds: 86_400 })) !== undefined) return;
  await writeToOwner(queries, user, { letter: "guesses" });
  wakeOutbox();
}

/**
 * One mail a minute to an address, whether we know it or not: the answer must not tell. And so many in an hour for whoever asks, because
 * each of them may go to somebody else. How many may leave at all is in backend/mail/governor.ts.
 */
export async function limitMails(auth: Auth, c: AuthContext, email: string) {
  const { mailInterval, mailsPerNetwork: most } = auth.config.auth;
  if (mailInterval > 0) await limit(auth, ["mail", email], { most: 1, seconds: mailInterval }, tooManyMails);
  await limit(auth, ["mails from", networkOf(ipOf(c))], { most, seconds: 3600 }, tooManyMails);
  await limit(auth, ["mails from place", placeOf(ipOf(c))], { most: 3 * most, seconds: 3600 }, tooManyMails);
}

async function limit({ queries, keys }: Auth, what: [purpose: string, text: string], most: Limit, refusal: (wait: number) => AuthError) {
  const wait = await countAttempt(queries, keys.mac(...what), most);
  if (wait !== undefined) throw refusal(wait);
}

export function tooManyRequests(wait: number): AuthError {
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
