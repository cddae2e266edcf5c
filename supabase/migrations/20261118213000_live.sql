-- Needs the roles.
-- Pages hear at once that something has changed about requests, by private channels: `inbox` for the agency, `person:` and the id of
-- somebody who sent one. What is told is what happened and to which request, never a text: the page asks for what it may show.
create schema if not exists live;
grant usage on schema live to authenticated;

-- What is told must not undo, or hold up, what it tells of.
create function live.tell(topic text, kind text, request uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform realtime.send(jsonb_build_object('kind', kind, 'request', request), 'news', topic, true);
exception
  when others then raise warning 'not told to "%": %', topic, sqlerrm;
end
$$;

-- One statement is told once. A client hears of what they see.
create function live.tell_requests() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  kind text := case tg_op when 'INSERT' then 'request' else 'erased' end;
  one record;
begin
  select count(*) as rows, (array_agg(id))[1] as id into one from changed;
  if one.rows = 0 then return null; end if;
  perform live.tell('inbox', kind, case one.rows when 1 then one.id end);
  -- More than this at once is a backup that comes back, or what is over: nobody waits for it.
  if one.rows > 50 then return null; end if;
  for one in select distinct user_id, id from changed where user_id is not null loop
    perform live.tell('person:' || one.user_id, kind, one.id);
  end loop;
  return null;
end
$$;

create trigger tell_inserted after insert on public.requests
  referencing new table as changed for each statement execute function live.tell_requests();
create trigger tell_deleted after delete on public.requests
  referencing old table as changed for each statement execute function live.tell_requests();

create function live.tell_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform live.tell('inbox', 'change', new.id);
  if new.user_id is distinct from old.user_id then
    perform live.tell('person:' || person, 'change', new.id) from unnest(array[old.user_id, new.user_id]) as person where person is not null;
  end if;
  return null;
end
$$;

create trigger tell_changed after update of state, seen_at, assignee_id, user_id on public.requests
  for each row when (
    (old.state, old.seen_at is null, old.assignee_id, old.user_id) is distinct from (new.state, new.seen_at is null, new.assignee_id, new.user_id)
  )
  execute function live.tell_change();

create function live.tell_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  one record;
begin
  if (select count(*) from changed) > 50 then
    perform live.tell('inbox', 'change', null);
    return null;
  end if;
  for one in
    select changed.request_id, changed.kind, requests.user_id,
      -- Notes are the agency's. That something looked like spam for a while says nothing to its sender.
      changed.kind in ('reply', 'answer', 'state')
        and not (coalesce(changed.from_state, '') in ('new', 'spam') and coalesce(changed.to_state, '') in ('new', 'spam')) as is_theirs
    from changed join public.requests on requests.id = changed.request_id
  loop
    perform live.tell('inbox', one.kind, one.request_id);
    if one.is_theirs and one.user_id is not null then
      perform live.tell('person:' || one.user_id, one.kind, one.request_id);
    end if;
  end loop;
  return null;
end
$$;

create trigger tell_inserted after insert on public.request_events
  referencing new table as changed for each statement execute function live.tell_events();

-- Of a mail that leaves, whoever has its request open; of one that does not, everybody.
create function live.tell_mail() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.last_error is not null or new.last_error is not null or 'failed' in (old.state, new.state) then
    perform live.tell('inbox', 'trouble', new.request_id);
  elsif new.request_id is not null then
    perform live.tell('inbox', 'mail', new.request_id);
  end if;
  return null;
end
$$;

create trigger tell_changed after update of state, last_error on public.outbox
  for each row when ((old.state, old.last_error) is distinct from (new.state, new.last_error))
  execute function live.tell_mail();

-- Whether somebody is signed in with all steps done, as the pages ask.
create function live.is_signed_in() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return auth.jwt() ->> 'aal' = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
end
$$;

-- By the accounts, not by the token, which says for up to an hour what somebody was.
create function live.is_agency() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return live.is_signed_in()
    and exists (select from auth.users where id = auth.uid() and raw_app_meta_data ->> 'role' = 'admin');
end
$$;

revoke execute on all functions in schema live from public;
grant execute on function live.is_signed_in(), live.is_agency() to authenticated;

-- Nobody but the database speaks; administrators say where they are.
create policy live_hear on realtime.messages for select to authenticated using (
  case
    when realtime.topic() = 'inbox' then live.is_agency()
    when realtime.topic() = 'person:' || auth.uid() then extension = 'broadcast' and live.is_signed_in()
  end
);
create policy live_be_present on realtime.messages for insert to authenticated with check (
  case when realtime.topic() = 'inbox' then extension = 'presence' and live.is_agency() end
);
