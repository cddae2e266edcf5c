-- Needs the roles.
-- auth.uid() and its like, which policies ask; of the tables here nothing.
grant usage on schema auth to anon, authenticated, service_role;
