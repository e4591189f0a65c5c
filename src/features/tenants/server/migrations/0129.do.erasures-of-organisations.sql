-- Erasures of whole organisations: proposed by one operator and approved by another.
alter table organisation_tasks
  drop constraint organisation_tasks_kind,
  drop constraint organisation_tasks_state,
  add constraint organisation_tasks_kind check (kind in ('export', 'erase')),
  add constraint organisation_tasks_state
    check (state in ('proposed', 'working', 'erased', 'ready', 'done', 'failed', 'refused', 'expired')),
  add column decided_by text,
  add column decided_at timestamptz,
  add column refusal    text;  -- why it was refused or taken back
drop index organisation_tasks_one;
-- One task at a time works on an organisation. The state erased is set by the transaction that deletes the rows.
create unique index organisation_tasks_one on organisation_tasks (org_id, about_org) where state in ('working', 'erased');
create unique index organisation_tasks_proposed on organisation_tasks (org_id, about_org) where state = 'proposed';
