-- All limits are counted in public.rate_limits.
drop table auth.rate_limits;
