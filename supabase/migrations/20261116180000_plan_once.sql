-- Its statements are planned once in each session, not for every request: a sixth of its time on the embedded database.
alter function public.accept_request set plan_cache_mode = force_generic_plan;
