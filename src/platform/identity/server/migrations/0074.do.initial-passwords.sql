-- Somebody else knows the password: its holder replaces it at the first sign-in.
alter table accounts add column password_initial boolean not null default false;
