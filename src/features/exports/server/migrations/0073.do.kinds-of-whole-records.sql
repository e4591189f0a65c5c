-- Whole records (async_file 5) that were packed before files had a kind were labelled as archives.
-- The owner changes all tenants here.
alter table export_tasks no force row level security;
update export_tasks set kind = 'record', area = 'student/record' where type = 5 and kind = 'archives';
alter table export_tasks force row level security;
