-- Requests follow the address of their account (supabase/migrations/…_follow_address.sql).
do $$
begin
  if to_regprocedure('private.follow_address()') is null then return; end if;
  create or replace trigger follow_address after update of email on auth.users
    for each row when (new.email is distinct from old.email and new.email is not null and new.deleted_at is null)
    execute function private.follow_address();
end
$$;
