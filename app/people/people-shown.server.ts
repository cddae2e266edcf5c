import type { Content } from "#content/en/index.ts";
import { providerName } from "#content/provider-name.ts";
import { dateAndTime, fill, longDate, phoneGroups, wholeNumber } from "#content/format.ts";
import { languageNames, type Locale } from "#content/locales.ts";
import { mostCounted, type listPeople, type Person, type readMore } from "#backend/people/people.ts";
import type { LogEntry, PeopleAction } from "#backend/people/people-log.ts";

type Shared = { locale: Locale; text: Omit<Content["people"], "meta"> };

/** A ban that outlives everyone is one for good. */
const forGood = 50 * 365 * 86_400_000;

/** People as the list shows them: dates and numbers in the words of the language. */
export function peopleShown({ locale, text }: Shared, found: Awaited<ReturnType<typeof listPeople>>, adminId: string) {
  const { people, next, count } = found;
  return {
    next,
    count:
      count === 1
        ? text.list.one
        : fill(count > mostCounted ? text.list.many : text.list.count, { n: wholeNumber(locale, Math.min(count, mostCounted)) }),
    people: people.map((person) => ({
      id: person.id,
      name: person.name,
      email: person.email,
      company: person.company,
      states: [...(person.id === adminId ? (["you"] as const) : []), ...statesOf(person)],
      since: longDate(locale, person.createdAt),
      lastSignIn: person.lastSignInAt ? longDate(locale, person.lastSignInAt) : text.list.never,
    })),
  };
}

function statesOf(person: Person) {
  return [
    ...(person.isAdmin ? (["admin"] as const) : []),
    ...(person.isBanned ? (["banned"] as const) : []),
    ...(person.isConfirmed ? [] : person.isInvited ? (["invited"] as const) : (["unconfirmed"] as const)),
  ];
}

/** Somebody as their page shows them. */
export function personShown({ locale, text }: Shared, person: Person, more: Awaited<ReturnType<typeof readMore>>) {
  const { facts } = text.person;
  const time = (date: Date | null) => (date ? dateAndTime(locale, date) : facts.never);
  const { id, name, email, company, phone, isAdmin, isBanned, isConfirmed } = person;
  return {
    id,
    name,
    email,
    company,
    phone,
    isAdmin,
    isBanned,
    isConfirmed,
    hasFactor: more.hasFactor,
    requests: more.requests,
    locale: person.locale || locale,
    states: statesOf(person),
    shown: {
      phone: phone ? phoneGroups(phone) : facts.nothing,
      locale: person.locale ? languageNames[person.locale] : facts.nothing,
      since: time(person.createdAt),
      lastSignIn: time(person.lastSignInAt),
      lastUse: time(more.lastUse),
      bannedUntil: isBanned ? banEnd(locale, facts.forGood, person.bannedUntil!) : undefined,
      providers: more.providers.map((one) => (one === "email" ? text.fields.email : providerName(one))).join(", ") || facts.nothing,
    },
  };
}

function banEnd(locale: Locale, always: string, until: Date): string {
  return until.getTime() - Date.now() > forGood ? always : dateAndTime(locale, until);
}

/** The trail as it is read: who did what to whom, when, and what came of it. */
export function logShown({ locale, text: { log, person } }: Shared, entries: LogEntry[], there: Set<string>) {
  return entries.map(({ id, userId, email, action, details, actorId, actorEmail, outcome, createdAt }) => ({
    id,
    // Whoever is gone has no page to go to.
    person: { id: userId && there.has(userId) ? userId : undefined, email },
    action: log.actions[action as PeopleAction] ?? action,
    details: detailOf(details),
    actor:
      actorId === null ? fill(log.command, { actor: actorEmail }) : actorId === userId ? log.self : fill(log.by, { actor: actorEmail }),
    outcome: outcome === "done" ? undefined : log.outcomes[outcome],
    isBad: outcome === "refused" || outcome === "unknown",
    when: dateAndTime(locale, createdAt),
    time: createdAt.toISOString(),
  }));

  function detailOf({ role, length, from, to }: Record<string, string>): string | undefined {
    if (role) return person.facts.roles[role as "admin"] ?? role;
    if (length) return person.careful.ban.lengths[length as "day"] ?? length;
    if (from && to) return fill(log.moved, { from, to });
  }
}

export type PersonShown = ReturnType<typeof personShown> & { isYou: boolean; seen: string };
export type LogShown = ReturnType<typeof logShown>;
export type RowShown = ReturnType<typeof peopleShown>["people"][number];
