-- Where somebody changes the address of their account, their requests of the old address go with it: replies are sent to the new one, and
-- answers by mail are taken from it. What they sent from another address stays there.
create schema if not exists private;

create function private.follow_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.requests set email = new.email where user_id = new.id and lower(email) = lower(old.email);
  return null;
end
$$;
revoke execute on function private.follow_address() from public;

-- Where our own accounts are not made yet, their migrations do this.
do $$
begin
  if to_regclass('auth.users') is null then return; end if;
  create trigger follow_address after update of email on auth.users
    for each row when (new.email is distinct from old.email and new.email is not null and new.deleted_at is null)
    execute function private.follow_address();
exception
  -- The accounts of a Supabase project may be beyond the user of DATABASE_URL.
  when insufficient_privilege then raise warning 'requests do not follow the addresses of accounts: %', sqlerrm;
end
$$;
