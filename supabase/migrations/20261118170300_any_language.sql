-- Which languages there are is said in content/locales.ts alone: another one needs no migration.
alter table public.requests
  drop constraint requests_locale_check,
  add constraint requests_locale_check check (locale ~ '^[a-z]{2,3}$');
