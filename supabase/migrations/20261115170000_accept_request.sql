-- Stores a contact request with the proof of its consents and its mails, all or nothing, in one call: asking the database takes
-- longer than anything it does here. backend/requests/accept-request.ts is the only caller, and says what the parts mean.
create function public.accept_request(given jsonb, per_address bigint, overall bigint, out known boolean, out wait integer)
language plpgsql
set search_path = ''
as $$
declare
  request public.requests := jsonb_populate_record(null::public.requests, given);
  address_hashes text[] := array(select jsonb_array_elements_text(given -> 'address_hashes'));
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

  -- The newest as many as fit into an hour decide: when the oldest of them leaves it, another one fits.
  select ceil(extract(epoch from max(first.created_at) + interval '1 hour' - now())) into wait
  from (
    (select created_at from public.requests where address_hash = any (address_hashes) order by created_at desc offset per_address - 1 limit 1)
    union all
    (select created_at from public.requests order by created_at desc offset overall - 1 limit 1)
  ) as first
  where first.created_at > now() - interval '1 hour';
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
  revoke execute on function public.accept_request(jsonb, bigint, bigint) from public;
  for public_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke execute on function public.accept_request(jsonb, bigint, bigint) from %I', public_role);
  end loop;
end
$$;
