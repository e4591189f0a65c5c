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

-- An institution sees its own schools, read only, as a resource.
create policy child_orgs on orgs for select using (parent_org_id = nullif(current_setting('app.org_id', true), ''));
create index orgs_parent on orgs (parent_org_id) where parent_org_id is not null;
alter table orgs add column ext jsonb not null default '{}';

-- Somebody of an institution (org_id) who works in one of its schools, in the role that they hold at the institution. Without an open visit they cannot.
create table school_visits (
  org_id     text not null references orgs on delete cascade,
  visit_id   text not null,
  user_id    text not null references accounts on delete cascade,
  role_id    smallint not null,
  school_id  text not null,
  entered_at timestamptz not null,
  until      timestamptz not null,
  left_at    timestamptz,
  primary key (org_id, visit_id)
);
create index school_visits_open on school_visits (user_id) where left_at is null;

alter table school_visits enable row level security;
alter table school_visits force row level security;
create policy tenant on school_visits using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
create policy own_visit on school_visits for select using (user_id = nullif(current_setting('app.user_id', true), ''));
grant select, insert, update on school_visits to xinyu_app;
