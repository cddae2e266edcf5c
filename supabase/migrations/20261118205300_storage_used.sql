-- Needs the roles.
-- How much is stored, kept with each change of a row: to add up all of them for each upload would take longer with every file. For our own
-- service alone (backend/storage): a Supabase project has a quota of its own.
do $$
begin
  if to_regclass('storage.abrente_store') is null then return; end if;

  create table storage.abrente_usage (one boolean primary key default true check (one), bytes bigint not null);
  alter table storage.abrente_usage enable row level security;

  -- Rows that others have written may say anything.
  create function storage.abrente_size(metadata jsonb) returns bigint language sql immutable set search_path = '' as
    'select case jsonb_typeof(metadata -> ''size'') when ''number'' then (metadata -> ''size'')::bigint else 0 end';

  -- Files, and what has come of those that are not whole yet.
  create function storage.abrente_used() returns bigint language sql stable set search_path = '' as
    'select bytes + (select coalesce(sum(received), 0) from storage.abrente_uploads)::bigint from storage.abrente_usage';

  create function storage.abrente_count() returns trigger language plpgsql security definer set search_path = '' as $count$
  declare
    more bigint := 0;
  begin
    if tg_op <> 'DELETE' then more := more + (select coalesce(sum(storage.abrente_size(metadata)), 0) from added); end if;
    if tg_op <> 'INSERT' then more := more - (select coalesce(sum(storage.abrente_size(metadata)), 0) from removed); end if;
    if more = 0 then return null; end if;
    -- Whoever comes at the same time waits here: nobody gets what another has taken.
    update storage.abrente_usage set bytes = bytes + more;
    if more > 0 and storage.abrente_used() > nullif(current_setting('storage.abrente_quota', true), '')::bigint then
      raise exception 'The storage of this site is full' using errcode = 'ABFUL';
    end if;
    return null;
  end
  $count$;

  revoke execute on function storage.abrente_size(jsonb), storage.abrente_used(), storage.abrente_count() from public;

  insert into storage.abrente_usage (bytes) select coalesce(sum(storage.abrente_size(metadata)), 0) from storage.objects;
  create trigger abrente_count_added after insert on storage.objects
    referencing new table as added for each statement execute function storage.abrente_count();
  create trigger abrente_count_changed after update on storage.objects
    referencing old table as removed new table as added for each statement execute function storage.abrente_count();
  create trigger abrente_count_removed after delete on storage.objects
    referencing old table as removed for each statement execute function storage.abrente_count();
end
$$;
