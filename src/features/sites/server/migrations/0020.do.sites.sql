-- What an organisation sets of its own site: a host is not needed for a name and a colour.
alter table sites
  alter column host drop not null,
  add column primary_color text check (primary_color ~ '^#[0-9a-f]{6}$');

-- What an organisation shows on the home page of the portal.
create table custom_index_configs (
  org_id     text primary key references orgs on delete cascade,
  welcome    text not null default '',
  updated_at timestamptz not null
);

alter table custom_index_configs enable row level security;
alter table custom_index_configs force row level security;
create policy tenant on custom_index_configs using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on custom_index_configs to xinyu_app;
