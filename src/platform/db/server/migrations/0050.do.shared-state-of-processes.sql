-- Identifies the store that a process shares its state in; null where it shares none, or had registered before this column.
alter table server_processes add column state_id text;
