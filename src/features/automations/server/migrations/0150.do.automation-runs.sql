-- What automations did: once for a row and an event. Ids only; what was said to whom lies in the notices.
create table automation_runs (
  org_id     text not null references orgs on delete cascade,
  run_id     text not null,
  entity     text not null,
  automation text not null,
  title      text not null,             -- of the automation, as it was then
  row_id     text not null,
  event      text not null,             -- create, state:<time>, date:<value>
  user_id    text,                      -- who caused it; null for a date
  depth      smallint not null,         -- automations before it that created rows from each other
  state      text not null check (state in ('waiting', 'done', 'failed', 'skipped')),
  fault      text check (fault in ('limit', 'depth', 'gone', 'off', 'state', 'responsible', 'refused', 'error')),
  reason     text,                      -- of a refusal, for the person who made the automation
  notified   integer,
  left_out   integer,                   -- people whom it names and who may not open the row
  created    text,                      -- id of the new row
  created_at timestamptz not null,
  ended_at   timestamptz,
  primary key (org_id, run_id),
  unique (org_id, entity, automation, row_id, event)
);
create index automation_runs_list on automation_runs (org_id, entity, created_at desc, run_id);
create index automation_runs_day on automation_runs (org_id, created_at);
alter table automation_runs enable row level security;
alter table automation_runs force row level security;
create policy tenant on automation_runs using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on automation_runs to xinyu_app;

-- The runs over a child's rows are the child's. The definition is changed in place, so that other changes of it stay.
do $$
declare was text := pg_get_functiondef('tables_of_child()'::regprocedure);
declare now text := replace(was, '(''row_versions'', ''row_id'')', '(''row_versions'', ''row_id''), (''automation_runs'', ''row_id'')');
begin
  if now = was then raise exception 'tables_of_child() does not name row_versions'; end if;
  execute now;
end $$;
