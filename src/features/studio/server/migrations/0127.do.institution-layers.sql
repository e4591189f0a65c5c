-- What an institution sends to its schools for their schemas, each version for ever; kind 0 is for all schools, 1 to 3 for those of one edu level.
create table layer_versions (
  org_id   text not null references orgs on delete cascade,
  entity   text not null,
  kind     int not null check (kind between 0 and 3),
  version  int not null,
  document json not null,
  note     text not null default '',
  user_id  text not null,
  at       timestamptz not null,
  primary key (org_id, entity, kind, version)
);

-- How far a layer has come at each school; version 0 takes it back. Without a reference to the school, which may be erased.
create table layer_schools (
  org_id    text not null references orgs on delete cascade,
  entity    text not null,
  kind      int not null check (kind between 0 and 3),
  school_id text not null,
  version   int not null,
  state     text not null check (state in ('waiting', 'done', 'refused')),
  findings  json not null,
  at        timestamptz not null,
  primary key (org_id, entity, kind, school_id)
);

do $$
declare t text;
begin
  foreach t in array array['layer_versions', 'layer_schools'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert on layer_versions to xinyu_app;
grant select, insert, update on layer_schools to xinyu_app;
