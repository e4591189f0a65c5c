-- What the organisation above has sent to a school for its schemas; a null document was taken back. Without a reference to the sender, which may be erased.
create table schema_layers (
  org_id     text not null references orgs on delete cascade,
  entity     text not null,
  layer      text not null check (layer in ('all', 'kind')),
  from_org   text not null,
  from_name  text not null,
  version    int not null,
  document   json,
  changes    int not null,
  changed_at timestamptz not null,
  primary key (org_id, entity, layer)
);
alter table schema_layers enable row level security;
alter table schema_layers force row level security;
create policy tenant on schema_layers using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on schema_layers to xinyu_app;

-- A package may bring a removed resource back, with its document of that time.
grant update (document) on own_resources to xinyu_app;
