-- What nobody has read since its sender wrote, the latest first: it is told of, counted and looked for in all folders but spam.
create index requests_unread on public.requests (last_contact_at desc) where seen_at is null and state <> 'spam';
