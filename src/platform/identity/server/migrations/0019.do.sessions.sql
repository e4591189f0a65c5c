-- A person sees where they are signed in, and a session ends by itself: some time after its last call, and some time after it began.
alter table sessions
  add column signed_in_at timestamptz, -- when the chain began
  add column seen_at      timestamptz, -- its last call, within a minute
  add column is_staff     boolean not null default true, -- staff rest for a shorter time than others before it ends
  add column device       text not null default '',
  add column address      text not null default '';
update sessions set signed_in_at = created_at, seen_at = now();
alter table sessions alter column signed_in_at set not null, alter column seen_at set not null;
