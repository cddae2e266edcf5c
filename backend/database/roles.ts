import type { RunScript } from "./connection.ts";

/** Whom row-level security knows, in the words of a Supabase project. */
export const roles = ["anon", "authenticated", "service_role"] as const;
export type Role = (typeof roles)[number];

/** How a migration begins that cannot do without them. It waits until they are there. */
export const needsRoles = "-- Needs the roles.\n";

/** Whether the site can act as each of them. */
export async function hasRoles(run: RunScript): Promise<boolean> {
  const [row] = await run(`
    select count(*)::int as count from pg_roles
    where rolname in (${roles.map((role) => `'${role}'`).join(", ")})
      and pg_has_role(rolname, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
      and (rolname <> 'service_role' or rolbypassrls)`);
  return row!.count === roles.length;
}

/** What whoever administers the Postgres can do about it. */
export const rolesMissing =
  "/rest/v1, /realtime/v1 and /storage/v1 ARE NOT ANSWERED. The user of DATABASE_URL may not make the roles that they need. Let an administrator of the" +
  " Postgres run: create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls;" +
  " grant anon, authenticated, service_role to the user of DATABASE_URL. Then start the site again.";
