-- A database with two roles: the owner, who changes the tables when a new version comes, and the site, which reads and writes rows.
-- As Postgres' superuser: psql --set=owner_password=… --set=site_password=… --file=deploy/roles.sql
-- Then, at the first start and with every new version: DATABASE_URL=postgres://abrente_owner:…@localhost/abrente npm run migrate
\set ON_ERROR_STOP on

create role abrente_owner login password :'owner_password';
-- Row level security is for those who come by the data API; the site itself answers for all of them.
create role abrente_site login password :'site_password' bypassrls;
-- Those that row level security knows (docs/decisions/017-data-api.md). They are of the whole server; another database may have made them.
select format('create role %I nologin noinherit %s', name, case name when 'service_role' then 'bypassrls' end)
from unnest(array['anon', 'authenticated', 'service_role']) as name where not exists (select from pg_roles where rolname = name) \gexec
grant anon, authenticated, service_role to abrente_owner, abrente_site;
create database abrente owner abrente_owner encoding 'UTF8' template template0;
revoke all on database abrente from public;
grant connect on database abrente to abrente_site;

\connect abrente
-- So that the inbox searches fast; from the package postgresql-contrib.
create extension if not exists pg_trgm;
grant usage on schema public to abrente_site;
-- What the owner makes from here on.
alter default privileges for role abrente_owner grant usage on schemas to abrente_site;
alter default privileges for role abrente_owner grant select, insert, update, delete on tables to abrente_site;
alter default privileges for role abrente_owner grant usage, select on sequences to abrente_site;
alter default privileges for role abrente_owner grant execute on functions to abrente_site;
