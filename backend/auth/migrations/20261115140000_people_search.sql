-- Finding people among many. The expressions are those of backend/people/people.ts; a Supabase project finds them without an index.

create index users_search on auth.users using gin (
  public.search_words(coalesce(email, '') || ' ' || coalesce(raw_user_meta_data ->> 'name', '') || ' ' || coalesce(raw_user_meta_data ->> 'company', ''))
);
create index users_admins on auth.users (created_at desc, id) where raw_app_meta_data ->> 'role' = 'admin';
