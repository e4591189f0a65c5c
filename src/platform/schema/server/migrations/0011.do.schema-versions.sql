-- What a tenant has published of its schemas, each version for ever; the last of an entity is in force. json and not jsonb: the order of the fields is kept.
create table schema_versions (
  org_id   text not null references orgs on delete cascade,
  entity   text not null,
  version  int not null,
  document json not null,
  note     text not null default '',
  user_id  text not null,
  at       timestamptz not null,
  primary key (org_id, entity, version)
);

-- Which tenants have published anything, for a process that starts and works for no tenant yet: their ids and nothing else.
create table schema_tenants (
  org_id text primary key references orgs on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['schema_versions', 'schema_tenants'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
create policy anybody on schema_tenants for select using (true);
grant select, insert on schema_versions, schema_tenants to xinyu_app;
