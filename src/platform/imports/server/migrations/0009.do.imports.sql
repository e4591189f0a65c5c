-- Imports of files: what was found in each, what became of every row, and all that undoing it takes. Kept for 7 days.
create table imports (
  org_id       text not null references orgs on delete cascade,
  import_id    text not null,
  resource     text not null,
  user_id      text not null,
  role_id      smallint not null,
  file_name    text not null,
  file_hash    text not null,
  file         bytea,             -- gone when nothing of it is wanted any more
  found        jsonb,             -- where in the file the table stands
  status       text not null,
  problem      text,
  stop         boolean not null default false, -- somebody asked for it
  total        integer not null default 0,
  new          integer not null default 0,
  changed      integer not null default 0,
  same         integer not null default 0,
  wrong        integer not null default 0,
  created      integer not null default 0,
  updated      integer not null default 0,
  refused      integer not null default 0,
  undone       integer not null default 0,
  kept         integer not null default 0,
  created_at   timestamptz not null,
  written_at   timestamptz,       -- from when on it can be undone
  finished_at  timestamptz,
  alive_at     timestamptz not null, -- the process that works on it is there
  primary key (org_id, import_id)
);
create index imports_at on imports (org_id, created_at desc);
alter table imports alter column file set storage external; -- workbooks are compressed already

create table import_rows (
  org_id    text not null,
  import_id text not null,
  row_no    integer not null,     -- in the sheet
  outcome   text not null,        -- new, changed, same, wrong
  state     text,                 -- written, refused, undone, kept
  row_id    text,
  label     text,
  body      jsonb,                -- what is to be written
  before    jsonb,                -- the fields it changes, as they were
  seen      timestamptz,          -- the row's updated_at when it was last known: whoever changes it later is not overwritten
  cells     jsonb,                -- as the file has them, where they are wrong
  messages  jsonb,
  primary key (org_id, import_id, row_no)
);

do $$
declare t text;
begin
  foreach t in array array['imports', 'import_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update, delete on imports, import_rows to xinyu_app;

-- Taking rows away: the pairs of a name are found by their key. (A table's name has a collation of its own, with which no index on text serves.)
create or replace function grams_changed() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  own text := tg_table_name;
begin
  delete from grams where org_id = was ->> 'org_id' and of_table = own and field = tg_argv[1] and gram = any (array(select grams_of(was ->> tg_argv[1]))) and row_id = was ->> tg_argv[0];
  if tg_op = 'UPDATE' then
    insert into grams (org_id, of_table, field, gram, row_id)
    select was ->> 'org_id', own, tg_argv[1], gram, was ->> tg_argv[0] from grams_of(to_jsonb(new) ->> tg_argv[1]) gram;
  end if;
  return null;
end $$;
