-- Needs the roles.
-- Files, with the tables and columns of a Supabase project, where these are its own: there nothing is done. What begins with `abrente_` is
-- only for our own service (backend/storage).
do $$
begin
  if to_regclass('storage.buckets') is not null then return; end if;
  create schema if not exists storage;
  create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

  create table storage.buckets (
    id text primary key,
    name text not null constraint bname unique,
    owner uuid,
    owner_id text,
    created_at timestamptz default now(),
    updated_at timestamptz default now(),
    public boolean default false,
    avif_autodetection boolean default false,
    file_size_limit bigint,
    allowed_mime_types text[],
    type storage.buckettype not null default 'STANDARD'
  );

  create table storage.objects (
    id uuid primary key default gen_random_uuid(),
    bucket_id text references storage.buckets (id),
    name text,
    owner uuid,
    owner_id text,
    created_at timestamptz default now(),
    updated_at timestamptz default now(),
    last_accessed_at timestamptz default now(),
    metadata jsonb,
    path_tokens text[] generated always as (string_to_array(name, '/')) stored,
    version text,
    user_metadata jsonb
  );
  create unique index bucketid_objname on storage.objects (bucket_id, name collate "C");
  create index objects_version on storage.objects (version);

  -- Which store the files are in: copies of the site that keep them elsewhere must not start.
  create table storage.abrente_store (one boolean primary key default true check (one), id uuid not null);

  -- Uploads that come in parts, until they are whole.
  create table storage.abrente_uploads (
    id uuid primary key,
    created_at timestamptz not null default now(),
    role text not null,
    owner_id text,
    bucket_id text not null references storage.buckets (id) on delete cascade,
    name text not null,
    is_upsert boolean not null,
    length bigint not null,
    received bigint not null default 0,
    metadata jsonb not null,
    user_metadata jsonb
  );
  create table storage.abrente_upload_parts (
    upload_id uuid not null references storage.abrente_uploads (id) on delete cascade,
    position bigint not null,
    size bigint not null,
    version text not null,
    primary key (upload_id, position)
  );
  create index abrente_upload_parts_version on storage.abrente_upload_parts (version);

  alter table storage.buckets enable row level security;
  alter table storage.objects enable row level security;
  alter table storage.abrente_store enable row level security;
  alter table storage.abrente_uploads enable row level security;
  alter table storage.abrente_upload_parts enable row level security;

  -- What policies ask about a name: its folders, what follows the last of them, and what follows the last dot of that.
  create function storage.foldername(name text) returns text[] language sql immutable as
    'select (string_to_array(name, ''/''))[1:cardinality(string_to_array(name, ''/'')) - 1]';
  create function storage.filename(name text) returns text language sql immutable as
    'select (string_to_array(name, ''/''))[cardinality(string_to_array(name, ''/''))]';
  create function storage.extension(name text) returns text language sql immutable as
    'select reverse(split_part(reverse(storage.filename(name)), ''.'', 1))';
  -- And what is being done, such as storage.object.upload.
  create function storage.operation() returns text language sql stable as
    'select nullif(pg_catalog.current_setting(''storage.operation'', true), '''')';

  grant usage on schema storage to anon, authenticated, service_role;
  grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
  grant execute on all functions in schema storage to anon, authenticated, service_role;
end
$$;
