-- Words of a notice that an automation composed for its reader; they go with the row that they are about.
alter table notices add column body text;
