-- The keys that what people wrote is sealed under: random, one or more versions for a tenant, of which the last seals and the others still open.
-- They lie here wrapped, under a master key or, once the service has expired, a renewal key, neither of which is in the database.
create table data_keys (
  org_id     text not null references orgs on delete cascade,
  version    integer not null check (version > 0),
  wrapped    text not null,
  wrapped_by text not null, -- master:<fingerprint> or renewal:<fingerprint>
  created_at timestamptz not null,
  primary key (org_id, version)
);

-- Which tenants there are, for a process that works for no tenant yet: their ids and nothing else.
create table tenants (
  org_id text primary key references orgs on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['data_keys', 'tenants'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
create policy anybody on tenants for select using (true);

create function note_tenant() returns trigger language plpgsql as $$
begin
  insert into tenants (org_id) values (new.org_id) on conflict do nothing;
  return null;
end $$;
create trigger note_tenant after insert on orgs for each row execute function note_tenant();

alter table orgs no force row level security;
alter table tenants no force row level security;
insert into tenants (org_id) select org_id from orgs;
alter table orgs force row level security;
alter table tenants force row level security;

grant select, insert, update on data_keys to xinyu_app;
grant select, insert on tenants to xinyu_app;
