-- A session without an account that may act on one row: a student with a code in a computer room.
alter table sessions
  alter column user_id drop not null,
  add column limited_to jsonb,
  add constraint sessions_of_someone check ((user_id is null) = (limited_to is not null));
create index sessions_limited on sessions ((limited_to ->> 'rowId')) where user_id is null and ended_at is null;
create index sessions_limited_over on sessions (refresh_until) where user_id is null;
