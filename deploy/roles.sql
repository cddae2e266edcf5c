-- Two roles: the owner, who changes the tables when a new version comes, and the site, which reads and writes rows.
-- As Postgres' superuser: psql --set=owner_password=… --set=site_password=… --file=deploy/roles.sql
-- Then the database: deploy/database.sql
\set ON_ERROR_STOP on

create role abrente_owner login password :'owner_password';
-- Row level security is for those who come by the data API; the site itself answers for all of them.
create role abrente_site login password :'site_password' bypassrls;
-- Those that row level security knows (docs/decisions/017-data-api.md). They are of the whole server; another database may have made them.
select format('create role %I nologin noinherit %s', name, case name when 'service_role' then 'bypassrls' end)
from unnest(array['anon', 'authenticated', 'service_role']) as name where not exists (select from pg_roles where rolname = name) \gexec
grant anon, authenticated, service_role to abrente_owner, abrente_site;
