-- Processes that serve this installation. Those that do not share their state (no REDIS_URL) must be alone.
create table server_processes (
  token         text primary key,
  pid           int not null,
  host          text not null,
  boot          text not null,
  namespace     text not null,
  started_at    text not null,
  shares_state  boolean not null,
  stopping      boolean not null default false,
  alive_at      timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on server_processes to xinyu_app;
