-- A link that somebody else asks for does not end the one that the owner of the address has asked for.
alter table auth.one_time_tokens
  -- A hash of the network that asked; empty where the agency did.
  add column asked_from text not null default '',
  drop constraint one_time_tokens_user_id_token_type_key,
  add constraint one_time_tokens_of_whom unique (user_id, token_type, asked_from);
