-- What operators do with a whole organisation in the background. The rows belong to the provider (99), because an erasure
-- deletes everything with the id of the organisation; about_org has no reference for the same reason.
create table organisation_tasks (
  org_id       text not null references orgs on delete cascade,
  task_id      text not null,
  kind         text not null constraint organisation_tasks_kind check (kind in ('export')),
  state        text not null constraint organisation_tasks_state check (state in ('working', 'ready', 'failed', 'expired')),
  about_org    text not null,
  about_name   text not null,
  reason       text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  progress     smallint not null default 0 check (progress between 0 and 100),
  facts        jsonb not null default '{}',  -- numbers and digests, nothing about a person
  problem      text,
  ended_at     timestamptz,
  file_size    bigint,
  file_sha256  text,
  sealed_key   text,         -- the transport key, encrypted with the key of the installation; null once the file is gone
  file_until   timestamptz,  -- when the file is removed
  primary key (org_id, task_id)
);
create unique index organisation_tasks_one on organisation_tasks (org_id, about_org) where state = 'working';
create index organisation_tasks_latest on organisation_tasks (org_id, requested_at desc);

-- A package lies in the object store in parts.
create table organisation_task_parts (
  org_id     text not null,
  task_id    text not null,
  part       integer not null,
  object_key text not null,
  size       integer not null,  -- bytes, encrypted
  primary key (org_id, task_id, part),
  foreign key (org_id, task_id) references organisation_tasks on delete cascade
);

alter table organisation_tasks enable row level security;
alter table organisation_tasks force row level security;
create policy tenant on organisation_tasks using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on organisation_tasks to xinyu_app;
alter table organisation_task_parts enable row level security;
alter table organisation_task_parts force row level security;
create policy tenant on organisation_task_parts using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on organisation_task_parts to xinyu_app;
