-- Takes the mails that are due, oldest first, and puts the attempt on record before anything is sent. Until the claim is over they are
-- nobody else's. backend/mail/outbox.ts is the only caller.
create function public.take_due_mails(most integer, claim interval) returns setof public.outbox
language plpgsql
set search_path = ''
-- The index has them in order. With statistics of a quiet hour, or none, thousands would be sorted to find five.
set enable_bitmapscan = off
set enable_seqscan = off
as $$
begin
  return query
  with due as (
    select id from public.outbox
    where state = 'due' and (
      due_at <= now()
      -- Later than any attempt is put off, and some minutes more: the clock was put back since. They would be silent until then.
      or due_at > now() + interval '5 minutes' + least(power(2, attempts - 1), 6 * 60) * interval '1 minute'
    )
    order by due_at
    limit most
    for update skip locked
  )
  update public.outbox as mail
  set attempts = mail.attempts + 1, attempted_at = now(), due_at = now() + claim, last_error = null
  from due
  where mail.id = due.id
  returning mail.*;
end
$$;

do $$
declare
  public_role text;
begin
  revoke execute on function public.take_due_mails(integer, interval) from public;
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke execute on function public.take_due_mails(integer, interval) from %I', public_role);
  end loop;
end
$$;
