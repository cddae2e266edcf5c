-- The lists of people who are banned and of those who have not confirmed their address, newest first.

create index users_banned on auth.users (created_at desc, id) where banned_until is not null;
create index users_unconfirmed on auth.users (created_at desc, id) where email_confirmed_at is null;
