import type { Queries } from "#backend/database/connection.ts";
import { findPerson, hasNoAccounts, type Person } from "#backend/people/people.ts";
import type { Filters, View } from "#backend/requests/inbox-filters.ts";
import type { Wanted } from "#backend/requests/inbox.ts";

/** What an address asks of the list. */
export async function wantedOf(queries: Queries, filters: Filters, view: View, me: string): Promise<Wanted & { person?: Person }> {
  const person = filters.person ? await known(queries, filters.person) : undefined;
  return { view, filters, me, person };
}

/** Where the accounts are elsewhere, nobody is known by more than their id. */
async function known(queries: Queries, id: string): Promise<Person | undefined> {
  try {
    return await findPerson(queries, id);
  } catch (error) {
    if (hasNoAccounts(error)) return;
    throw error;
  }
}
