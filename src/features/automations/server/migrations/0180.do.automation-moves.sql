-- The act that an automation did with the row, as it was called then.
alter table automation_runs add column moved text;
