-- Authenticator apps (TOTP) of accounts. An account has at most one.
create table authenticators (
  user_id         text primary key references accounts on delete cascade,
  secret          text not null,               -- encrypted with a key of the installation
  last_step       bigint not null,             -- number of the last accepted period of 30 seconds
  recovery_codes  text[] not null,             -- hashes of those that are left
  created_at      timestamptz not null
);
grant select, insert, update, delete on authenticators to xinyu_app;

-- Roles that must verify with an authenticator app.
alter table security_settings add column authenticator_roles int[] not null default '{}';
