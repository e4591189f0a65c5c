-- Staff who came by a file have accounts whose password nobody knows; several get one at once, in a sheet, as students do.
alter table accounts add column password_unset boolean not null default false;
alter table password_batch_items add column staff boolean not null default false;
