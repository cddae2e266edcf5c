-- Needs the roles.
-- Where the files of conversations are. The people of a conversation read them; only the server adds and removes them, since it counts them
-- and knows whom the link of a mail lets in.
insert into storage.buckets (id, name, public, file_size_limit) values ('conversations', 'conversations', false, 25 * 1024 * 1024)
  on conflict (id) do nothing;

-- What policies ask, and nobody else can: the schema is not part of the API.
create schema if not exists private;
grant usage on schema private to authenticated;

-- A file of a message is for the person whose request it is, and for administrators; before it is sent, for who adds it.
create function private.may_read_file(path text) returns boolean language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- The table may not be there yet.
  person record;
  file record;
begin
  if path !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then return false; end if;
  select * into person from auth.users where id = auth.uid();
  select * into file from public.request_files
    where id = split_part(path, '/', 2)::uuid and request_id = split_part(path, '/', 1)::uuid and stored_at is not null;
  if person.id is null or file.id is null then return false; end if;
  if auth.jwt() ->> 'aal' is distinct from 'aal2' and (
    person.raw_app_meta_data ->> 'role' = 'admin'
    or exists (select from auth.mfa_factors where user_id = person.id and status::text = 'verified')
  ) then return false; end if;
  if file.event_id is null then return file.uploader_id = person.id; end if;
  return person.raw_app_meta_data ->> 'role' = 'admin' or exists (
    select from public.requests where requests.id = file.request_id and (
      requests.user_id = person.id
      or requests.user_id is null and person.email_confirmed_at is not null and lower(requests.email) = lower(person.email)
    )
  );
end
$$;
revoke execute on function private.may_read_file(text) from public;
grant execute on function private.may_read_file(text) to authenticated;

create policy "people of a conversation read its files" on storage.objects for select to authenticated
  using (bucket_id = 'conversations' and private.may_read_file(name));
