-- Attempts in a window of time, by what is limited: a network, an account, an address that mails go to. Keys are hashes.

create table public.rate_limits (
  key text primary key,
  started_at timestamptz not null default now(),
  count integer not null default 0
);
create index rate_limits_started on public.rate_limits (started_at);

alter table public.rate_limits enable row level security;

do $$
declare
  public_role text;
begin
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.rate_limits from %I', public_role);
  end loop;
end
$$;
