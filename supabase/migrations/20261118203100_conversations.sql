-- Requests become conversations: what both sides write stands in one history with the notes and moves, and a mail knows what it brings.

alter table public.request_events
  -- What both sides read. `note` is the agency's alone, whatever it comes with.
  add column text text check (char_length(text) between 1 and 5000),
  -- What whoever did it was called then.
  add column actor_name text not null default '',
  -- Clients who answer by the link of a mail need no account.
  alter column actor_id drop not null,
  drop constraint request_events_kind_check;

-- What a sender was told by mail is a reply.
update public.request_events set kind = 'reply', text = note, note = null where kind = 'told';
update public.request_events set mail = 'reply' where mail = 'news';

alter table public.request_events
  -- A copy of the version before may still write "told".
  add constraint request_events_kind_check
    check (kind in ('state', 'note', 'mail_again', 'assigned', 'told', 'reply', 'answer', 'links_ended')),
  add constraint request_events_text_kind check ((text is not null) = (kind in ('reply', 'answer')));

-- The message that a mail brings; its words are stored once.
alter table public.outbox add column event_id uuid references public.request_events on delete cascade;
create index outbox_event on public.outbox (event_id) where event_id is not null;

update public.outbox
set kind = 'reply', payload = null, event_id = (
  select id from public.request_events
  where request_events.request_id = outbox.request_id and request_events.kind = 'reply' and request_events.text = outbox.payload ->> 'text'
  order by abs(extract(epoch from request_events.created_at - outbox.created_at)) limit 1
)
where kind = 'news';

-- Links of replies before this moment open the conversation no more.
alter table public.requests add column links_ended_at timestamptz;

-- What the agency writes again and again.
create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  -- By language: which ones there are is said in content/locales.ts alone.
  texts jsonb not null,
  updated_at timestamptz not null default now()
);

alter table public.saved_replies enable row level security;

do $$
declare
  public_role text;
begin
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.saved_replies from %I', public_role);
  end loop;
end
$$;
