-- Files that people attach. A row is made when somebody asks where to put one; the file is taken in once it has been looked at, and lies sealed in the
-- object store. It belongs to who sent it until it is attached to a record.
create table media_files (
  org_id      text not null references orgs on delete cascade,
  file_id     text not null,
  user_id     text not null,        -- who sent it; a record keeps its files when that person goes
  media_type  smallint not null,    -- 1 image, 2 audio
  name        text not null,
  mime        text not null,
  upload_key  text,                 -- where the browser puts it; gone once it was taken in
  object_key  text,                 -- where it lies, sealed
  size        integer,              -- bytes
  width       integer,
  height      integer,
  duration_ms integer,
  created_at  timestamptz not null,
  primary key (org_id, file_id)
);
create index media_files_user on media_files (org_id, user_id, created_at);
create unique index media_files_upload on media_files (org_id, upload_key) where upload_key is not null;

-- What a file is attached to, of which anybody who may read that may see it.
create table media_infos (
  org_id        text not null,
  media_info_id text not null,
  file_id       text not null,
  owner_entity  text not null,
  owner_id      text not null,
  media_for     smallint not null,  -- media_for of schemas/enums.json
  position      smallint not null,
  created_at    timestamptz not null,
  primary key (org_id, media_info_id),
  constraint media_infos_once unique (org_id, file_id),
  foreign key (org_id, file_id) references media_files (org_id, file_id) on delete cascade
);
create index media_infos_owner on media_infos (org_id, owner_entity, owner_id);

do $$
declare t text;
begin
  foreach t in array array['media_files', 'media_infos'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update, delete on media_files, media_infos to xinyu_app;
