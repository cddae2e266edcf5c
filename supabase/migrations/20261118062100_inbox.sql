-- What the inbox needs to be worked through: search by parts of words, who looks after a request, whether anybody has read it.

-- A text as it is searched: without case and accents, on one line. Capitals with accents are named because not every database knows their
-- small letters.
create function public.plain_text(words text) returns text
language sql immutable strict parallel safe
as $$
  select pg_catalog.translate(
    pg_catalog.lower(words),
    'áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ' || E'\n\t',
    'aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuunc' || '  '
  )
$$;

alter table public.requests
  -- By parts of words instead of their beginnings, and by the reference, which is the start of the id.
  drop column search,
  add column search_text text generated always as (
    public.plain_text(
      ' ' || left(id::text, 8) || ' ' || name || ' ' || email || ' ' || coalesce(company, '') || ' ' || coalesce(city, '') || ' '
        || coalesce(phone, '') || ' ' || message
    )
  ) stored,
  -- When somebody of the agency first opened it.
  add column seen_at timestamptz,
  -- The administrator who looks after it. The accounts may be in another database, so nothing is referred to.
  add column assignee_id uuid,
  add column assignee_email text;

-- What was read before this was written down.
update public.requests set seen_at = now() where state <> 'new';

create index requests_assignee on public.requests (assignee_id, created_at desc, id desc) where assignee_id is not null;

-- Without the extension, or the right to make it, everything is looked through instead.
do $$
declare
  place text;
begin
  begin
    if to_regnamespace('extensions') is null then
      create extension if not exists pg_trgm;
    else
      create extension if not exists pg_trgm schema extensions;
    end if;
  exception
    when insufficient_privilege or feature_not_supported or undefined_file then null;
  end;
  select nspname into place from pg_opclass join pg_namespace on pg_namespace.oid = opcnamespace where opcname = 'gin_trgm_ops';
  if place is not null then
    execute format('create index requests_text on public.requests using gin (search_text %I.gin_trgm_ops)', place);
  end if;
end
$$;

alter table public.request_events
  drop constraint request_events_kind_check,
  add constraint request_events_kind_check check (kind in ('state', 'note', 'mail_again', 'assigned', 'told')),
  -- To whom it was given; nobody when it was taken from somebody.
  add column assignee_email text;

do $$
declare
  public_role text;
begin
  revoke execute on function public.plain_text(text) from public;
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke execute on function public.plain_text(text) from %I', public_role);
  end loop;
end
$$;
