-- The overlay of the schemas that was last in force for a tenant, entity by entity: what the tenant keeps while the file is broken.
-- json and not jsonb: the order of the fields is kept. No reference to orgs: an overlay may be installed before its tenant.
create table schema_overlays (
  org_id      text not null,
  entity      text not null,
  document    json not null,
  accepted_at timestamptz not null default now(),
  primary key (org_id, entity)
);

alter table schema_overlays enable row level security;
alter table schema_overlays force row level security;
create policy tenant on schema_overlays using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on schema_overlays to xinyu_app;
