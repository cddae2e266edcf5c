-- An empty database for the two roles of deploy/roles.sql. As Postgres' superuser: psql --file=deploy/database.sql
-- Then, at the first start and with every new version: DATABASE_URL=postgres://abrente_owner:…@localhost/abrente npm run migrate
\set ON_ERROR_STOP on

create database abrente owner abrente_owner encoding 'UTF8' template template0;
revoke all on database abrente from public;
grant connect on database abrente to abrente_site;

\connect abrente
-- So that the inbox searches fast; from the package postgresql-contrib.
create extension if not exists pg_trgm;
-- What the migrations of projects for Supabase find in a schema of that name; the same package.
create schema if not exists extensions authorization abrente_owner;
create extension if not exists pgcrypto schema extensions;
grant usage on schema public to abrente_site;
-- What the owner makes from here on.
alter default privileges for role abrente_owner grant usage on schemas to abrente_site;
alter default privileges for role abrente_owner grant select, insert, update, delete on tables to abrente_site;
alter default privileges for role abrente_owner grant usage, select on sequences to abrente_site;
alter default privileges for role abrente_owner grant execute on functions to abrente_site;
