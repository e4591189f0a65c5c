-- A person changes the own login name now and then; the one before stays reserved, so that nobody else comes to answer to it.
alter table accounts add column login_changed_at timestamptz;
alter table accounts add column former_login_key text;
create index accounts_former_login on accounts (former_login_key) where former_login_key is not null;
