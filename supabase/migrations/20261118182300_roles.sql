-- The roles that row-level security knows: anon (whoever has the publishable key), authenticated (whoever is signed in), service_role (whoever
-- has the secret key). A Supabase project has them. Where they cannot be made the site works without what is answered as them; what needs
-- them begins with the line "-- Needs the roles." and waits (backend/database/migrate.ts).
do $$
declare
  one text;
  -- Since Postgres 16 whoever makes a role may grant it, but not act as it.
  acting text := case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end;
begin
  foreach one in array array['anon', 'authenticated', 'service_role'] loop
    -- Roles belong to all databases of a server, and another one may be making them at this moment.
    begin
      if not exists (select from pg_roles where rolname = one) then
        execute format('create role %I nologin noinherit %s', one, case one when 'service_role' then 'bypassrls' else '' end);
      end if;
      if not pg_has_role(one, acting) then
        execute format('grant %I to %I', one, current_user);
      end if;
    exception
      when insufficient_privilege or duplicate_object or unique_violation then null;
    end;
  end loop;
end
$$;

-- What policies ask: who is it? A Supabase project has these too, in a schema that is not ours there.
do $$
begin
  if to_regprocedure('auth.uid()') is not null then return; end if;
  create schema if not exists auth;

  create function auth.jwt() returns jsonb language sql stable as
    'select nullif(pg_catalog.current_setting(''request.jwt.claims'', true), '''')::jsonb';
  create function auth.uid() returns uuid language sql stable as
    'select (nullif(pg_catalog.current_setting(''request.jwt.claims'', true), '''')::jsonb ->> ''sub'')::uuid';
  create function auth.role() returns text language sql stable as
    'select nullif(pg_catalog.current_setting(''request.jwt.claims'', true), '''')::jsonb ->> ''role''';
end
$$;
