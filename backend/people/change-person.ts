import type { AuthError, User } from "@supabase/supabase-js";
import { eq } from "drizzle-orm";
import { sessions } from "#backend/auth/schema.ts";
import type { Queries } from "#backend/database/connection.ts";
import { tieRequestsOf } from "#backend/requests/my-requests.ts";
import { localePath, type Locale } from "#content/locales.ts";
import type { AdminClient } from "./admin-client.ts";
import { hasFailed, reasonOf } from "./auth-error.ts";
import { removeAccount } from "./my-data.ts";
import { logged, type Entry, type Outcome, type PeopleAction } from "./people-log.ts";
import { findByEmail, findPerson, otherAdmins, verifiedFactors, type Person } from "./people.ts";
import type { BanLength, Given, Intent } from "./schema.ts";

/** What a change works with: the accounts, the database, and who makes it. */
export type Desk = {
  accounts: AdminClient;
  /** The accounts are in the same database. */
  areOurs: boolean;
  queries: Queries;
  actor: Pick<User, "id" | "email">;
  siteUrl: string;
  locale: Locale;
};

/** What there is to show afterwards. */
type Shown = { id?: string; link?: string };
type Work = (person: Person) => Promise<Outcome<Shown>>;

const banHours: Record<BanLength, number> = { day: 24, month: 30 * 24, ever: 100 * 365 * 24 };

/** Somebody gets an account, and opens it by the link in a mail. */
export async function invitePerson(desk: Desk, { email, name, locale }: Given<"invite">): Promise<Outcome<Shown>> {
  const redirectTo = desk.siteUrl + localePath(locale, "/me");
  return addPerson(desk, "invited", email, () => desk.accounts.inviteUserByEmail(email, { data: { name, locale }, redirectTo }));
}

/** Somebody gets an account that is open at once. */
export async function createPerson(desk: Desk, { email, name, locale, password }: Given<"create">): Promise<Outcome<Shown>> {
  return addPerson(desk, "created", email, () =>
    desk.accounts.createUser({ email, password: password || undefined, email_confirm: true, user_metadata: { name, locale } }),
  );
}

type Made = { data: { user: User | null }; error: AuthError | null };

async function addPerson(desk: Desk, action: "invited" | "created", email: string, add: () => Promise<Made>): Promise<Outcome<Shown>> {
  // Whoever has the address already sees the attempt in their trail.
  const known = await findByEmail(desk.queries, email);
  return logged<Shown>(desk.queries, entryOf(desk, { id: known?.id, email }, action), async () => {
    if (!(await isStillAdmin(desk))) return { refused: "notAdmin" };
    const { data, error } = await add();
    if (error) return refusalOf(error);
    return { done: { id: data.user!.id }, userId: data.user!.id };
  });
}

/** Makes a change about somebody who is there. Undefined when nobody is. */
export async function changePerson<I extends Exclude<Intent, "invite" | "create">>(
  desk: Desk,
  id: string,
  intent: I,
  given: Given<I>,
): Promise<Outcome<Shown> | undefined> {
  const known = await findPerson(desk.queries, id);
  if (!known) return;
  const { action, details, work, isOnlyForOthers, canTakeAdmins } = changeOf(desk, known, intent, given);
  const outcome = await logged(desk.queries, { ...entryOf(desk, known, action), details, touchesAdmins: canTakeAdmins }, async () => {
    // Afresh: while this one waited, others may have changed them, or us.
    const person = await findPerson(desk.queries, id);
    if (!person) return { refused: "gone" };
    if (!(await isStillAdmin(desk))) return { refused: "notAdmin" };
    if (isOnlyForOthers && person.id === desk.actor.id) return { refused: "self" };
    if (canTakeAdmins && person.isAdmin && (await otherAdmins(desk.queries, id)) === 0) return { refused: "last" };
    return work(person);
  });
  return "refused" in outcome && outcome.refused === "gone" ? undefined : outcome;
}

type PersonChange = {
  action: PeopleAction;
  details?: Record<string, string>;
  work: Work;
  /** Nobody does it to themselves here. */
  isOnlyForOthers?: true;
  /**
   * Whether there may be an administrator less afterwards. Of these one is made at a time, and whoever makes it is an
   * administrator who stays: so there always is one. It does not ask what somebody was a moment ago, because they may have
   * become an administrator since.
   */
  canTakeAdmins?: true;
};

function changeOf(desk: Desk, known: Person, intent: Intent, given: unknown): PersonChange {
  const { accounts, areOurs, queries } = desk;
  switch (intent) {
    case "profile":
      return changeProfile(desk, known, given as Given<"profile">);
    case "role": {
      const { role } = given as Given<"role">;
      return {
        action: "role",
        details: { role },
        isOnlyForOthers: true,
        canTakeAdmins: true,
        async work({ id, isConfirmed }) {
          // Whoever signed up with an address that is not confirmed need not be its owner.
          if (role === "admin" && !isConfirmed) return { refused: "unconfirmed" };
          return settle(await accounts.updateUserById(id, { app_metadata: { role } }));
        },
      };
    }
    case "ban": {
      const { length } = given as Given<"ban">;
      return {
        action: "banned",
        details: { length },
        isOnlyForOthers: true,
        canTakeAdmins: true,
        async work({ id }) {
          const outcome = settle(await accounts.updateUserById(id, { ban_duration: `${banHours[length]}h` }));
          // A Supabase project lets a session that is open go on until its token is over.
          if ("done" in outcome) await endSessions(queries, id);
          return outcome;
        },
      };
    }
    case "unban":
      return { action: "unbanned", work: async ({ id }) => settle(await accounts.updateUserById(id, { ban_duration: "none" })) };
    case "link":
      return { action: "link", isOnlyForOthers: true, work: (person) => makeLink(desk, person) };
    case "sign_out":
      return {
        action: "signed_out",
        isOnlyForOthers: true,
        async work({ id }) {
          await endSessions(queries, id);
          return { done: {} };
        },
      };
    case "factor":
      return {
        action: "factor_removed",
        isOnlyForOthers: true,
        async work({ id: userId }) {
          const theirs = await verifiedFactors(queries, userId);
          if (theirs.length === 0) return { refused: "noFactor" };
          for (const id of theirs) {
            const { error } = await accounts.mfa.deleteFactor({ userId, id });
            if (error) return refusalOf(error);
          }
          return { done: {} };
        },
      };
    case "delete":
      return {
        action: "deleted",
        isOnlyForOthers: true,
        canTakeAdmins: true,
        async work({ id, email, isConfirmed, locale }) {
          return settle(await removeAccount(queries, { admin: accounts, areOurs }, { id, email, isConfirmed, data: { locale } }));
        },
      };
    default:
      throw new Error(`Nothing is known of "${intent}"`);
  }
}

/** What the form of a person showed: when it is something else by now, somebody was faster. */
export function seenOf({ name, email, company, phone, locale }: Person): string {
  return JSON.stringify([name, email, company, phone, locale]);
}

function changeProfile({ accounts, queries }: Desk, known: Person, { seen, email, ...profile }: Given<"profile">): PersonChange {
  const isMoved = email.toLowerCase() !== known.email;
  return {
    action: isMoved ? "email" : "profile",
    details: isMoved ? { from: known.email, to: email.toLowerCase() } : undefined,
    async work(person) {
      if (seenOf(person) !== seen) return { refused: "changed" };
      // What came from the address that they leave is theirs.
      if (isMoved) await tieRequestsOf(queries, person);
      return settle(await accounts.updateUserById(person.id, { ...(isMoved && { email }), user_metadata: profile }));
    },
  };
}

async function makeLink({ accounts, siteUrl, locale }: Desk, person: Person): Promise<Outcome<Shown>> {
  if (!person.isConfirmed) return { refused: "unconfirmed" };
  if (person.isBanned) return { refused: "banned" };
  const { data, error } = await accounts.generateLink({ type: "magiclink", email: person.email });
  if (error) return refusalOf(error);
  return { done: { link: signInLink(siteUrl + localePath(person.locale || locale, "/confirm"), data.properties) } };
}

/** A link of our own: the service's would not ask before it signs in, and programs open links too. */
export function signInLink(confirmUrl: string, made: { hashed_token: string; verification_type: string }, next?: string): string {
  const query = new URLSearchParams({ token_hash: made.hashed_token, type: made.verification_type, ...(next && { next }) });
  return `${confirmUrl}?${query}`;
}

/** The accounts service has no call for it. What is left of a session, its tokens, goes with it. */
async function endSessions(queries: Queries, userId: string) {
  await queries.delete(sessions).where(eq(sessions.userId, userId));
}

async function isStillAdmin({ queries, actor }: Desk): Promise<boolean> {
  const person = await findPerson(queries, actor.id);
  return !!person?.isAdmin && !person.isBanned;
}

function entryOf({ actor }: Desk, { id, email }: { id?: string; email: string }, action: PeopleAction): Entry {
  return { person: { id, email }, actor: { id: actor.id, email: actor.email ?? "" }, action };
}

function settle({ error }: { error: AuthError | null }): Outcome<Shown> {
  return error ? refusalOf(error) : { done: {} };
}

/** A no of the service. When it failed instead, nobody knows what was done, and the trail says so. */
export function refusalOf(error: AuthError): { refused: string } {
  if (hasFailed(error)) throw error;
  if (error.code === "email_exists") return { refused: "taken" };
  return { refused: error.code === "user_not_found" ? "gone" : reasonOf(error) };
}
