-- New passwords are made by jobs now. Batches that are being made are taken over.
alter table password_batches no force row level security;
insert into jobs (kind, tenant, subject, run_after) select 'passwords', org_id, batch_id, now() from password_batches where state = 'preparing';
alter table password_batches force row level security;
alter table password_batches drop column attempts, drop column lease_until;
