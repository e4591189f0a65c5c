-- What a server writes and reads back at its start: a value that the master key encrypts, and the time of the start.
create table installation_checks (
  name  text primary key,
  value text not null
);
grant select, insert, update on installation_checks to xinyu_app;
