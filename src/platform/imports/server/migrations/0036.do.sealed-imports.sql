-- What imports hold lies sealed like the rows that they become. Lines from before are read as they are until their eight days are over; files from before,
-- which are kept to be given back with what is wrong in them, go now.
alter table imports no force row level security;
update imports set file = null where file is not null;
alter table imports force row level security;

-- What is sealed anew when a key changes.
grant update (note) on referral_steps to xinyu_app;
grant update (former) on row_versions to xinyu_app;

-- Objects of the store that no row names, or soon none will: noted before one is made and in the transaction that lets go of one, so that whatever dies in
-- between leaves nothing behind that nobody knows of. Whoever keeps one takes the note away.
create table stray_objects (
  org_id     text not null references orgs on delete cascade,
  object_key text not null,
  due_at     timestamptz not null,      -- from then on it may be removed
  primary key (org_id, object_key)
);
create index stray_objects_due on stray_objects (org_id, due_at);
alter table stray_objects enable row level security;
alter table stray_objects force row level security;
create policy tenant on stray_objects using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on stray_objects to xinyu_app;
