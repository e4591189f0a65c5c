-- Rows of every resource that asked for no table of its own: those of one tenant alone, declared in schemas/tenants/<org_id>/. All their fields live in ext.
create table tenant_rows (
  org_id     text not null references orgs on delete cascade,
  entity     text not null,
  row_id     text not null,
  ext        jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, entity, row_id)
);

alter table tenant_rows enable row level security;
alter table tenant_rows force row level security;
create policy tenant on tenant_rows using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on tenant_rows to xinyu_app;
