-- A small picture of an attached one, made once. A file without a row is shown itself.
create table media_thumbs (
  org_id  text not null,
  file_id text not null,
  picture text,                     -- WebP in Base64, encrypted; null where none can be made, or the file is small itself
  primary key (org_id, file_id),
  foreign key (org_id, file_id) references media_files (org_id, file_id) on delete cascade
);
alter table media_thumbs enable row level security;
alter table media_thumbs force row level security;
create policy tenant on media_thumbs using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on media_thumbs to xinyu_app;
