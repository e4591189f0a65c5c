-- Imports of whole organisations: the file is uploaded in parts, looked at, and taken in once an operator has confirmed it.
alter table organisation_tasks
  drop constraint organisation_tasks_kind,
  drop constraint organisation_tasks_state,
  add constraint organisation_tasks_kind check (kind in ('export', 'erase', 'import')),
  add constraint organisation_tasks_state check (state in
    ('proposed', 'uploading', 'checking', 'checked', 'working', 'erased', 'imported', 'ready', 'done', 'failed', 'refused', 'expired')),
  add column preview       jsonb,                          -- what the package holds, and what stands against its import
  add column renames_taken boolean not null default false; -- accounts whose names are taken get other ones
drop index organisation_tasks_one;
-- One task at a time works on an organisation. The state imported is set by the transaction that inserts the rows.
create unique index organisation_tasks_one on organisation_tasks (org_id, about_org) where state in ('working', 'erased', 'imported');
