-- Columns that GoTrue has and the service here does not need: what is written for a Supabase project, such as the seeds of tests, fills them.
-- The tokens themselves are in auth.one_time_tokens, as hashes.
alter table auth.users
  add column confirmation_token varchar(255) default '',
  add column recovery_token varchar(255) default '',
  add column email_change_token_new varchar(255) default '',
  add column email_change_token_current varchar(255) default '',
  add column phone_change_token varchar(255) default '',
  add column reauthentication_token varchar(255) default '';
