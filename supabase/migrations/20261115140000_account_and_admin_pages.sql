-- What the account and admin pages need: whose a request is, what happened to it, what was changed about people, and how often pages were read.

-- The words of a text as they are searched: without case and accents, the parts of an address apart. Capitals with accents
-- are named because not every database knows their small letters; what looks like a tag would not be searched at all.
create function public.search_words(words text) returns tsvector
language sql immutable strict parallel safe
as $$
  select pg_catalog.to_tsvector(
    'pg_catalog.simple'::pg_catalog.regconfig,
    pg_catalog.translate(
      pg_catalog.lower(words),
      'áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ@.-_+/:<>&',
      'aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuunc          '
    )
  )
$$;

alter table public.requests
  -- Who was signed in when it was sent. The accounts may be in another database, so nothing is referred to.
  add column user_id uuid,
  add column search tsvector generated always as (
    public.search_words(name || ' ' || email || ' ' || coalesce(company, '') || ' ' || coalesce(city, '') || ' ' || coalesce(phone, '') || ' ' || message)
  ) stored;

create index requests_search on public.requests using gin (search);
create index requests_folder on public.requests (state, created_at desc, id desc);
create index requests_user on public.requests (user_id, created_at desc) where user_id is not null;
create index requests_email on public.requests (lower(email), created_at desc);

-- What happened to a request after it came in.
create table public.request_events (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.requests on delete cascade,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('state', 'note', 'mail_again')),
  from_state text,
  to_state text,
  note text check (char_length(note) between 1 and 5000),
  -- Which mail was sent again.
  mail text,
  actor_id uuid not null,
  actor_email text not null
);
create index request_events_request on public.request_events (request_id, created_at);

-- What was changed about a person, and by whom. It is written down before it is done.
create table public.people_log (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  user_id uuid,
  email text not null,
  action text not null,
  details jsonb not null default '{}',
  -- Nobody, when it was the owner of the server by a command.
  actor_id uuid,
  actor_email text not null,
  outcome text not null default 'begun' check (outcome in ('begun', 'done', 'refused', 'unknown')),
  -- Whether it could leave the site without an administrator: of those, one at a time.
  touches_admins boolean not null default false
);
create index people_log_user on public.people_log (user_id, created_at desc);
create index people_log_created on public.people_log (created_at);
create unique index people_log_admins on public.people_log (touches_admins) where touches_admins and outcome = 'begun';

-- How often pages were read, with nothing about who read them.
create table public.page_views (
  day date not null,
  path text not null,
  locale text not null,
  -- The host of the page that led here; empty when it is not known.
  referrer text not null,
  views integer not null check (views > 0),
  primary key (day, path, locale, referrer)
);

alter table public.request_events enable row level security;
alter table public.people_log enable row level security;
alter table public.page_views enable row level security;

do $$
declare
  public_role text;
begin
  revoke execute on function public.search_words(text) from public;
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.request_events, public.people_log, public.page_views from %I', public_role);
    execute format('revoke execute on function public.search_words(text) from %I', public_role);
  end loop;
end
$$;
