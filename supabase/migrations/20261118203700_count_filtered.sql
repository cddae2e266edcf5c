-- What the inbox' filters find is counted by the index alone, instead of looking through the requests.
create index requests_filters on public.requests (reason, locale, mode, state);
