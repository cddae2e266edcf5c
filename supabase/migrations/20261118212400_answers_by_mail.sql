-- Answers that come by mail: each of them once, and what is folded away of it.

alter table public.request_events
  -- Of an answer by mail: quotes and signature, which few want to read again.
  add column rest text check (char_length(rest) between 1 and 100000),
  -- Which mail it was: a hash of its Message-ID.
  add column mail_key text,
  drop constraint request_events_text_check,
  -- What is typed into a form has 5000 at most; a mail may be longer.
  add constraint request_events_text_check check (char_length(text) <= case when mail_key is null then 5000 else 50000 end);

create unique index request_events_mail_key on public.request_events (mail_key) where mail_key is not null;

-- How far mailboxes are read, by which copy of the site, and what is wrong with them.
create table public.mailboxes (
  -- A hash of where it is.
  id text primary key,
  -- Mails before this are none of ours.
  since timestamptz not null default now(),
  -- The mails below this number are read, as long as the numbers are the same ones.
  uid_validity text,
  next_uid bigint not null default 1,
  holder uuid,
  held_until timestamptz not null default now(),
  trouble text
);

alter table public.mailboxes enable row level security;

do $$
declare
  public_role text;
begin
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.mailboxes from %I', public_role);
  end loop;
end
$$;
