-- How long after the end administrators still look and export, and the stage of the service that was last entered and told.
alter table orgs
  add column protection_days smallint not null default 30 check (protection_days between 7 and 30),
  add column service_stage   text;

-- When the next stage of a tenant begins: until then nobody need look at it.
alter table tenants add column due_at timestamptz not null default '-infinity';
grant update on tenants to xinyu_app;

create function note_service() returns trigger language plpgsql as $$
begin
  update tenants set due_at = '-infinity' where org_id = new.org_id;
  return null;
end $$;
create trigger note_service after update of account_expire_at, service_type, protection_days on orgs for each row execute function note_service();
