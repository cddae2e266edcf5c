-- crypt() and gen_salt(), which a Supabase project has in its schema `extensions`: the migrations and seeds that are written for one call them.
-- Not in `public`, where the data API would let anybody spend our time with them. Without the extension, or the right to make it, all of ours works.
do $$
begin
  create schema if not exists extensions;
  create extension if not exists pgcrypto schema extensions;
exception
  when insufficient_privilege or feature_not_supported or undefined_file then null;
end
$$;
