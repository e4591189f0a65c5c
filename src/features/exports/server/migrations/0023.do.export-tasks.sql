-- Files that are packed in the background and kept for some days: a row for each, the file sealed in the object store.
create table export_tasks (
  org_id     text not null references orgs on delete cascade,
  file_id    text not null,
  user_id    text not null,          -- whose list it stands in; nobody else fetches it
  type       smallint not null,      -- async_file of schemas/enums.json
  file_name  text not null,
  status     smallint not null,      -- export_status: 0 packing, 1 ready, 2 expired, -1 failed
  total      integer not null,
  done       integer not null default 0,
  object_key text,
  file_size  integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  alive_at   timestamptz not null,   -- the process that packs it is there
  primary key (org_id, file_id)
);
create index export_tasks_user on export_tasks (org_id, user_id, created_at desc);
alter table export_tasks enable row level security;
alter table export_tasks force row level security;
create policy tenant on export_tasks using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on export_tasks to xinyu_app;
