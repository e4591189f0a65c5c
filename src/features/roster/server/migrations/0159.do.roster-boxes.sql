-- Where a school's roster is put down, to be read at a set hour. The file is encrypted; it goes a week after it was put down, or when the hour is taken away.
create table roster_boxes (
  org_id    text primary key references orgs on delete cascade,
  hour      smallint check (hour between 0 and 23),   -- by the clock of the schools; null: nothing is read
  writes    boolean not null default false,           -- what is read is written without a person
  requester jsonb,                                    -- the person who set it, with whose rights it is read
  due_at    timestamptz,
  file      bytea,
  file_name text,
  put_at    timestamptz,
  put_by    text,
  is_read   boolean not null default false,           -- the file that lies there
  state     text check (state in ('reading', 'ready', 'writing', 'written', 'failed')),
  read_at   timestamptz,                              -- when the latest file was read
  outcome   jsonb                                     -- what it brought: its name, problem, and imports
);
alter table roster_boxes enable row level security;
alter table roster_boxes force row level security;
create policy tenant on roster_boxes using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on roster_boxes to xinyu_app;
