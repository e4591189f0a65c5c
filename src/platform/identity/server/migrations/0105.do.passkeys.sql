-- Passkeys (WebAuthn) of accounts. An account may have several, each for one host of the portal.
create table passkeys (
  passkey_id    text primary key,
  user_id       text not null references accounts on delete cascade,
  credential_id text not null unique,         -- as the authenticator names it, Base64url
  public_key    text not null,                -- COSE, Base64url
  counter       bigint not null,              -- of the last use; stays 0 where the authenticator keeps none
  transports    text[] not null,
  rp_id         text not null,                -- host that it works on
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_of_user on passkeys (user_id);
grant select, insert, update, delete on passkeys to xinyu_app;

-- A password that somebody else has set may mean that the account was in wrong hands: no way in of before survives it.
create function forget_passkeys() returns trigger language plpgsql as $$
begin
  delete from passkeys where user_id = new.user_id;
  return null;
end $$;
create trigger passkeys_end after update of password_hash on accounts for each row
  when (new.password_initial and new.password_hash is distinct from old.password_hash) execute function forget_passkeys();
