-- As before, but without a second copy of how long a mail is put off: backend/clocks.ts alone knows that. A mail that was written or tried
-- some minutes from now belongs to a time that the clock was put back from: it is due, or it would be silent until then.
create or replace function public.take_due_mails(most integer, claim interval) returns setof public.outbox
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
    where state = 'due' and (due_at <= now() or coalesce(attempted_at, created_at) > now() + interval '5 minutes')
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
