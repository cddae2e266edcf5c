-- Needs the roles.
-- Supabase Realtime's tables and functions, for our own service (backend/realtime). A project brings its own; then nothing of this is done.
do $$
begin
  if to_regclass('realtime.messages') is not null then return; end if;
  create schema if not exists realtime;
  grant usage on schema realtime to anon, authenticated, service_role;

  -- Policies on it decide who may join a private channel (select) and speak there (insert). A row is a message from the database.
  create table realtime.messages (
    topic text not null,
    extension text not null,
    payload jsonb,
    event text,
    private boolean default false,
    updated_at timestamp not null default (now() at time zone 'utc'),
    inserted_at timestamp not null default (now() at time zone 'utc'),
    id uuid not null default gen_random_uuid(),
    primary key (id, inserted_at)
  );
  create index messages_inserted_at on realtime.messages (inserted_at);
  alter table realtime.messages enable row level security;
  grant select, insert, update on realtime.messages to anon, authenticated, service_role;

  -- What one copy of the server tells the others and does not fit into a notification.
  create table realtime.parcels (
    id uuid primary key,
    body text not null,
    inserted_at timestamp not null default (now() at time zone 'utc')
  );
  create index parcels_inserted_at on realtime.parcels (inserted_at);
  alter table realtime.parcels enable row level security;

  create function realtime.topic() returns text language sql stable as
    'select nullif(pg_catalog.current_setting(''realtime.topic'', true), '''')';

  create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void language plpgsql as $f$
  declare
    new_id uuid := gen_random_uuid();
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (new_id, case when payload ? 'id' then payload else payload || jsonb_build_object('id', new_id) end, event, topic, private, 'broadcast');
  exception
    -- What is told must not undo what it tells of.
    when others then raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end
  $f$;

  create function realtime.broadcast_changes(
    topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW'
  ) returns void language plpgsql as $f$
  begin
    if level = 'STATEMENT' then
      raise exception 'function can only be triggered for each row, not for each statement';
    end if;
    if operation not in ('INSERT', 'UPDATE', 'DELETE') then
      raise exception 'Unexpected operation type: %', operation;
    end if;
    perform realtime.send(
      jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
      event_name, topic_name
    );
  end
  $f$;

  -- A notification holds 8,000 bytes; of what is longer it names the row.
  create function realtime.tell_message() returns trigger language plpgsql as $f$
  declare
    body text := jsonb_build_object(
      'kind', 'message', 'id', new.id, 'topic', new.topic, 'private', new.private, 'event', new.event, 'payload', new.payload
    )::text;
  begin
    if octet_length(body) > 7000 then
      body := jsonb_build_object('kind', 'stored', 'id', new.id)::text;
    end if;
    perform pg_notify('realtime', body);
    return null;
  end
  $f$;
  create trigger tell_message after insert on realtime.messages
    for each row when (new.extension = 'broadcast') execute function realtime.tell_message();
end
$$;
