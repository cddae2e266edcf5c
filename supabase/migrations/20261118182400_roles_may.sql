-- Needs the roles.
-- What they may by default is what they may in a Supabase project, so that one set of migrations means the same everywhere: all of `public`
-- that is made from now on, as far as its policies let them. The tables that were there before stay the server's alone; those of later
-- migrations say themselves what they are for.
do $$
begin
  -- A project has its own defaults, which its owner may have changed.
  if exists (select from pg_roles where rolname = 'supabase_admin') then return; end if;

  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

  grant all on all tables in schema public to service_role;
  grant all on all sequences in schema public to service_role;

  if to_regnamespace('auth') is not null then
    grant usage on schema auth to anon, authenticated, service_role;
  end if;
end
$$;
