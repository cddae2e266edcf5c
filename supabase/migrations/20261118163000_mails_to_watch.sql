-- Whoever watches the site asks every few seconds for what has not been sent.
create index outbox_unsent on public.outbox (state, created_at) where state <> 'sent';
