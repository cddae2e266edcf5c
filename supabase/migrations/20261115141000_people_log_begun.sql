-- Changes that were cut off are looked for before each new one.

create index people_log_begun on public.people_log (created_at) where outcome = 'begun';
