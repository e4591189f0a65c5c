-- The title of what a notice is about, where it has one that everyone notified may read. Never its content.
alter table notices add column title text;
