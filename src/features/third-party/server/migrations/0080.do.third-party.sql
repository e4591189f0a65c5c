-- Identities outside the portal that an account may sign in with. One identity has one account, and an account one identity at each provider.
create table outside_identities (
  provider     text not null,
  subject      text not null,            -- unique and permanent at the provider
  user_id      text not null references accounts on delete cascade,
  display_name text not null default '',
  bound_at     timestamptz not null,
  primary key (provider, subject),
  constraint outside_identities_one_each unique (user_id, provider)
);
grant select, insert, delete on outside_identities to xinyu_app;

-- Providers of an organisation's own: its WeCom app, its identity server.
create table sign_in_providers (
  org_id     text not null references orgs on delete cascade,
  kind       text not null check (kind in ('wwork', 'sso')),
  enabled    boolean not null,
  settings   jsonb not null,             -- what is no secret
  secret     text not null,              -- encrypted with a key of the installation
  updated_at timestamptz not null,
  primary key (org_id, kind)
);
alter table sign_in_providers enable row level security;
alter table sign_in_providers force row level security;
create policy tenant on sign_in_providers using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on sign_in_providers to xinyu_app;
