-- People are found by parts of words too. The expression is that of backend/people/people.ts.

drop index if exists auth.users_search;

-- Without the extension everybody is looked through instead.
do $$
declare
  place text;
begin
  select nspname into place from pg_opclass join pg_namespace on pg_namespace.oid = opcnamespace where opcname = 'gin_trgm_ops';
  if place is not null then
    execute format(
      $index$create index users_search on auth.users using gin (
        public.plain_text(' ' || coalesce(email, '') || ' ' || coalesce(raw_user_meta_data ->> 'name', '') || ' ' || coalesce(raw_user_meta_data ->> 'company', ''))
        %I.gin_trgm_ops
      )$index$,
      place
    );
  end if;
end
$$;
