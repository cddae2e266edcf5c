-- Needs the roles.
-- Where what an owner makes may be called by nobody else (deploy/roles.sql), policies ask who it is all the same.
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_admin') then return; end if;
  grant execute on function auth.uid(), auth.jwt(), auth.role() to anon, authenticated, service_role;
end
$$;
