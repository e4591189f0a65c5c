-- Accounts of systems that call for an organisation, and their secrets.
create table service_accounts (
  org_id       text not null references orgs on delete cascade,
  service_id   text not null,
  user_id      text not null references accounts on delete cascade, -- under which it signs and is logged
  name         text not null,
  role_id      smallint not null,       -- of its maker
  rights       text[] not null,         -- "area act"
  networks     text[] not null,
  expires_at   timestamptz not null,
  created_by   text not null,
  created_at   timestamptz not null,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  last_address text,
  primary key (org_id, service_id)
);
create table service_secrets (
  org_id      text not null,
  service_id  text not null,
  secret_hash text not null,            -- SHA-256 of 256 random bits
  created_at  timestamptz not null,
  until       timestamptz,              -- of a former one, which a new one has replaced
  primary key (org_id, service_id, secret_hash),
  foreign key (org_id, service_id) references service_accounts on delete cascade
);
do $$
declare t text;
begin
  foreach t in array array['service_accounts', 'service_secrets'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')) with check (org_id = nullif(current_setting(''app.org_id'', true), ''''))', t);
  end loop;
end $$;
grant select, insert, update, delete on service_accounts, service_secrets to xinyu_app;

-- What the session of a system may do.
alter table sessions add column service jsonb;
