-- A file is packed by a job now; what an earlier version was packing has failed.
alter table export_tasks no force row level security;
update export_tasks set status = -1 where status = 0;
alter table export_tasks force row level security;
alter table export_tasks drop column alive_at;
