-- Requests are numbered as they come. The numbers tell how many came within the hour without counting them; they are counted only when a
-- limit may be near. Counting a busy hour took longer than storing the request.
alter table public.requests add column number bigserial not null;

create or replace function public.accept_request(given jsonb, per_address bigint, overall bigint, out known boolean, out wait integer)
language plpgsql
set search_path = ''
as $$
declare
  request public.requests := jsonb_populate_record(null::public.requests, given);
  address_hashes text[] := array(select jsonb_array_elements_text(given -> 'address_hashes'));
  hour_ago timestamptz := now() - interval '1 hour';
  in_hour bigint;
begin
  -- The same request, and requests from the same address, one at a time. Each statement below sees what was stored before.
  perform pg_advisory_xact_lock(hashtextextended(request.content_hash, 0));
  perform pg_advisory_xact_lock(hashtextextended(request.address_hash, 0));

  known := exists (
    select from public.requests as stored
    where stored.content_hash = request.content_hash
      and (stored.created_at > now() - interval '1 day' or stored.submission_key = request.submission_key)
  );
  if known then return; end if;

  -- Never less than there are: those of one moment may have changed places, and numbers that were not used count too.
  in_hour := (select last_value from public.requests_number_seq) + 100
    - (select number from public.requests where created_at > hour_ago order by created_at limit 1);

  -- The newest as many as fit into an hour decide: when the oldest of them leaves it, another one fits.
  select ceil(extract(epoch from max(first.created_at) + interval '1 hour' - now())) into wait
  from (
    (select created_at from public.requests
      where in_hour >= per_address and address_hash = any (address_hashes) and created_at > hour_ago
      order by created_at desc offset per_address - 1 limit 1)
    union all
    (select created_at from public.requests
      where in_hour >= overall and created_at > hour_ago
      order by created_at desc offset overall - 1 limit 1)
  ) as first;
  if wait is not null then return; end if;

  if not (given ->> 'is_offer_message')::boolean and exists (
    select from public.requests as stored
    where stored.message_hash = request.message_hash and stored.email <> request.email and stored.created_at > now() - interval '1 day'
  ) then
    request.spam_signals := request.spam_signals || 'repeated'::text;
  end if;

  insert into public.requests (
    id, mode, name, email, company, city, phone, reason, message, locale, page, campaign, user_id,
    submission_key, content_hash, message_hash, address_hash, spam_signals, state
  ) values (
    gen_random_uuid(), request.mode, request.name, request.email, request.company, request.city, request.phone, request.reason,
    request.message, request.locale, request.page, request.campaign, request.user_id, request.submission_key, request.content_hash,
    request.message_hash, request.address_hash, request.spam_signals, case request.spam_signals when '{}' then 'new' else 'spam' end
  ) returning id into request.id;

  insert into public.request_consents (request_id, email, document, version, locale) values
    (request.id, request.email, 'privacy', given ->> 'privacy_version', request.locale),
    (request.id, request.email, 'terms', given ->> 'terms_version', request.locale);

  -- What looks like spam still reaches the agency, but nobody is sent a receipt for something they may not have written.
  insert into public.outbox (request_id, kind, state) values
    (request.id, 'notice', 'due'),
    (request.id, 'receipt', case request.spam_signals when '{}' then 'due' else 'held' end);
end
$$;

do $$
declare
  public_role text;
begin
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on sequence public.requests_number_seq from %I', public_role);
  end loop;
end
$$;
