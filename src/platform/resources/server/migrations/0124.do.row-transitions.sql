-- The states that rows have had, for resources with states: who gave which, when, with a note. The first one is that of the new row.
create table row_transitions (
  org_id     text not null references orgs on delete cascade,
  step_id    text not null,
  entity     text not null,
  row_id     text not null,
  key        text,                          -- null for the state of a new row
  label      text,                          -- the name of the act, as it was then
  from_state json,
  to_state   json not null,
  user_id    text not null,
  at         timestamptz not null,
  seen       timestamptz,                   -- the version of the row that the person had seen
  note       text,                          -- encrypted
  primary key (org_id, step_id)
);
create index row_transitions_row on row_transitions (org_id, entity, row_id);

alter table row_transitions enable row level security;
alter table row_transitions force row level security;
create policy tenant on row_transitions using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, delete, update (note) on row_transitions to xinyu_app;

-- The steps of a child's rows are the child's. The definition is changed in place, so that other changes of it stay.
do $$
declare was text := pg_get_functiondef('tables_of_child()'::regprocedure);
declare now text := replace(was, '(''row_versions'', ''row_id'')', '(''row_versions'', ''row_id''), (''row_transitions'', ''row_id'')');
begin
  if now = was then raise exception 'tables_of_child() does not name row_versions'; end if;
  execute now;
end $$;
