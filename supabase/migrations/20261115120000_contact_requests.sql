-- Requests from the contact form, the proof of the consents given with them, and the mails they cause.
-- Only the server reads and writes these tables; the public roles of a Supabase project get nothing.

-- A plain Postgres does not have them. Where they cannot be made there is nobody to refuse.
do $$
declare
  public_role text;
begin
  foreach public_role in array array['anon', 'authenticated'] loop
    if not exists (select from pg_roles where rolname = public_role) then
      execute format('create role %I nologin', public_role);
    end if;
  end loop;
exception
  when insufficient_privilege or duplicate_object or unique_violation then null;
end
$$;

create table public.requests (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- When either side last moved; requests are deleted 24 months after it.
  last_contact_at timestamptz not null default now(),
  state text not null default 'new' check (state in ('new', 'in_progress', 'won', 'lost', 'spam')),
  spam_signals text[] not null default '{}',

  mode text not null check (mode in ('contact', 'requestOffer')),
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 254),
  company text check (char_length(company) between 1 and 100),
  city text check (char_length(city) between 1 and 100),
  phone text check (phone ~ '^\+34[6-9][0-9]{8}$'),
  reason text not null check (reason in ('general', 'offer', 'support', 'partnership')),
  message text not null check (char_length(message) between 50 and 5000),

  locale text not null check (locale in ('en', 'es', 'gl')),
  page text,
  campaign jsonb not null default '{}',

  -- What makes two submissions the same one.
  submission_key text,
  content_hash text not null,
  message_hash text not null,
  -- A keyed hash of the sender's address; its key changes daily, and it is erased after two days.
  address_hash text
);

create unique index requests_submission on public.requests (submission_key, content_hash);
create index requests_content on public.requests (content_hash, created_at);
create index requests_message on public.requests (message_hash, created_at);
create index requests_address on public.requests (address_hash, created_at);
create index requests_created on public.requests (created_at);

-- Which text was accepted, in which version and when. It outlives the request: proof is kept for five years.
create table public.request_consents (
  id uuid primary key default gen_random_uuid(),
  request_id uuid references public.requests on delete set null,
  email text not null,
  document text not null,
  version text not null,
  locale text not null,
  accepted_at timestamptz not null default now()
);

create index request_consents_request on public.request_consents (request_id);

create table public.outbox (
  -- The Message-ID is made of it, so a mail that is sent again is recognised as the same one.
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  kind text not null,
  request_id uuid references public.requests on delete cascade,
  -- What a mail without a request is written from. No secrets: links are worked out when it is sent.
  payload jsonb,
  state text not null default 'due' check (state in ('due', 'held', 'sent', 'failed')),
  attempts integer not null default 0,
  -- A worker that takes a mail moves this into the future, so that no other one takes it meanwhile.
  due_at timestamptz not null default now(),
  attempted_at timestamptz,
  sent_at timestamptz,
  last_error text
);

create index outbox_due on public.outbox (due_at) where state = 'due';
create index outbox_request on public.outbox (request_id);

-- The keys of the address hashes, one a day, deleted after two.
create table public.address_keys (
  day date primary key,
  key text not null
);

alter table public.requests enable row level security;
alter table public.request_consents enable row level security;
alter table public.outbox enable row level security;
alter table public.address_keys enable row level security;

-- A Supabase project grants new tables to its public roles by default.
do $$
declare
  public_role text;
begin
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.requests, public.request_consents, public.outbox, public.address_keys from %I', public_role);
  end loop;
end
$$;
