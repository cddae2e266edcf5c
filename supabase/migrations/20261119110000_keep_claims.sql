-- As before, but for the mails that are on their way when the clock is put back: they were taken some minutes from now, and would be taken
-- again and come twice. Their claim begins again instead, by the new time.
create or replace function public.take_due_mails(most integer, claim interval) returns setof public.outbox
language plpgsql
set search_path = ''
-- The index has them in order. With statistics of a quiet hour, or none, thousands would be sorted to find five.
set enable_bitmapscan = off
set enable_seqscan = off
as $$
begin
  update public.outbox
  set attempted_at = now(), due_at = now() + claim
  where id in (
    select id from public.outbox
    -- What was tried and failed has its error.
    where state = 'due' and due_at > now() and attempted_at > now() + interval '5 minutes' and last_error is null
    for update skip locked
  );
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
