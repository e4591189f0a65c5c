-- The operation log is listed like every resource; as such it has room for a tenant's fields.
alter table audit_logs add column ext jsonb not null default '{}';

-- Academic years become a resource: when they were changed, a tenant's fields, and whether the school moved up into them.
alter table years
  add column ext         jsonb not null default '{}',
  add column created_at  timestamptz not null default now(),
  add column updated_at  timestamptz not null default now(),
  add column rolled_from text, -- the year that the school came from
  add column rolled_at   timestamptz,
  add column rolled_by   text;
create unique index years_name on years (org_id, year_name);
