-- Files that a record had before it was changed, where what it said before stays readable: they stay with it, and are shown with what was said then.
alter table media_infos add column former boolean not null default false;
