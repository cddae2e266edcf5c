-- The proof of what was chosen in the cookie banner. Nothing tells who chose: the id is random, and in that browser's cookie alone.

create table public.consent_choices (
  id uuid primary key default gen_random_uuid(),
  -- The number in the browser's cookie.
  choice_id text not null,
  created_at timestamptz not null default now(),
  version text not null,
  granted text[] not null
);
create index consent_choices_choice on public.consent_choices (choice_id);
create index consent_choices_created on public.consent_choices (created_at);

alter table public.consent_choices enable row level security;

do $$
declare
  public_role text;
begin
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.consent_choices from %I', public_role);
  end loop;
end
$$;
