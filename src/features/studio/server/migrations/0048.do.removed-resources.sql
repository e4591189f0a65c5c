-- A resource that its tenant has removed: its versions stay, and its key is not used again.
alter table own_resources add column removed_at timestamptz;
grant update (removed_at) on own_resources to xinyu_app;
