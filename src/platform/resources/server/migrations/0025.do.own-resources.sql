-- Resources that a tenant has made for itself in the studio: what a file in schemas/tenants says of one, kept as it was made; later versions lie over it.
create table own_resources (
  org_id   text not null references orgs on delete cascade,
  entity   text not null,
  document json not null,
  user_id  text not null,
  at       timestamptz not null,
  primary key (org_id, entity)
);

alter table own_resources enable row level security;
alter table own_resources force row level security;
create policy tenant on own_resources using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert on own_resources to xinyu_app;
