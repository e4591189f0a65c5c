-- A packed file holds what a role was shown: only that role fetches it. Of those from before it is not known; they are over in three days.
alter table export_tasks add column role_id smallint;
