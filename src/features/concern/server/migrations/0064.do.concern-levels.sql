-- How closely the school watches a student, from when to when, set by whom and why. A new entry ends the former one.
create table concern_levels (
  org_id     text not null references orgs on delete cascade,
  concern_id text not null,
  child_id   text not null,
  level      smallint not null check (level between 0 and 3), -- concern_level of schemas/enums.json
  reason     text not null,                                   -- encrypted
  set_by     text not null,
  set_at     timestamptz not null,
  ended_at   timestamptz,
  primary key (org_id, concern_id),
  foreign key (org_id, child_id) references students (org_id, child_id)
);
create unique index concern_levels_current on concern_levels (org_id, child_id) where ended_at is null;
create index concern_levels_child on concern_levels (org_id, child_id, set_at);

alter table concern_levels enable row level security;
alter table concern_levels force row level security;
create policy tenant on concern_levels using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on concern_levels to xinyu_app;
