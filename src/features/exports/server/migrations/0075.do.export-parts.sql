-- A packed file lies in the object store in parts. Each part is a checkpoint: another process continues behind the last one.
create table export_parts (
  org_id     text not null,
  file_id    text not null,
  part       smallint not null,
  object_key text not null,
  size       integer not null,   -- bytes, encrypted
  done       integer not null,   -- ids of the request that are packed with this part
  digests    text[] not null,    -- of the files in it
  child_ids  text[] not null,    -- students with data in it: asked again before a download, and found by an erasure
  primary key (org_id, file_id, part),
  foreign key (org_id, file_id) references export_tasks on delete cascade
);
alter table export_parts enable row level security;
alter table export_parts force row level security;
create policy tenant on export_parts using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on export_parts to xinyu_app;

alter table export_tasks
  add column form text check (form in ('whole', 'zip')), -- how the parts make the file; null for files in one object, from before
  add column mark text,      -- encrypted: what the pages say about the file, the same in each run
  add column rights text,    -- digest of the requester's rights; a file is refused under others
  add column about text[] not null default '{}', -- ids that the download asks about again
  add column problem text;   -- why it failed or was removed
