-- For who has lost the device of the second step: ten codes, of which the database knows hashes alone, each good once.
create table auth.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  unique (user_id, code_hash)
);

alter table auth.recovery_codes enable row level security;
