-- Files that go with the messages of a conversation. Their bytes are in the storage (backend/requests/files.ts); what they are called is here.

-- A message may be files alone: its text is empty then.
alter table public.request_events
  drop constraint request_events_text_check,
  add constraint request_events_text_check check (char_length(text) <= 5000);

create table public.request_files (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.requests on delete cascade,
  created_at timestamptz not null default now(),
  -- The message that it was sent with; none until then.
  event_id uuid references public.request_events on delete cascade,
  from_agency boolean not null,
  -- Who adds it, until it is sent: nobody who has an account, where it is the link of a mail that opens the conversation.
  uploader_id uuid,
  name text not null check (char_length(name) between 1 and 200),
  type text not null,
  size bigint not null check (size >= 0),
  -- Where its upload goes on, while it comes in parts.
  upload text,
  -- A form that is sent twice brings the same again.
  digest text,
  -- Since when the storage has all of it.
  stored_at timestamptz,
  constraint request_files_sent check (event_id is null or stored_at is not null)
);
create index request_files_request on public.request_files (request_id);
create index request_files_event on public.request_files (event_id);
create index request_files_unsent on public.request_files (created_at) where event_id is null;

-- The bytes of a file whose row is gone, whatever took it, until the storage has forgotten them.
create table public.removed_files (
  path text primary key,
  removed_at timestamptz not null default now()
);

create function public.note_removed_file() returns trigger language plpgsql
set search_path = ''
as $$
begin
  insert into public.removed_files (path) values (old.request_id || '/' || old.id) on conflict do nothing;
  return null;
end
$$;
create trigger note_removed_file after delete on public.request_files for each row execute function public.note_removed_file();

alter table public.request_files enable row level security;
alter table public.removed_files enable row level security;

do $$
declare
  public_role text;
begin
  revoke execute on function public.note_removed_file() from public;
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.request_files, public.removed_files from %I', public_role);
    execute format('revoke execute on function public.note_removed_file() from %I', public_role);
  end loop;
end
$$;
