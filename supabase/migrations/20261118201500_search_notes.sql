-- Notes are searched too, as parts of what the request itself says.

alter table public.requests
  drop column search_text,
  -- The words of its notes, for the search alone.
  add column noted text not null default '';

alter table public.requests add column search_text text generated always as (
  public.plain_text(
    ' ' || left(id::text, 8) || ' ' || name || ' ' || email || ' ' || coalesce(company, '') || ' ' || coalesce(city, '') || ' '
      || coalesce(phone, '') || ' ' || message || noted
  )
) stored;

update public.requests
set noted = written.words
from (
  select request_id, ' ' || string_agg(note, ' ' order by created_at) as words
  from public.request_events where note is not null group by request_id
) as written
where written.request_id = requests.id;

do $$
declare
  place text;
begin
  select nspname into place from pg_opclass join pg_namespace on pg_namespace.oid = opcnamespace where opcname = 'gin_trgm_ops';
  if place is not null then
    execute format('create index requests_text on public.requests using gin (search_text %I.gin_trgm_ops)', place);
  end if;
end
$$;
