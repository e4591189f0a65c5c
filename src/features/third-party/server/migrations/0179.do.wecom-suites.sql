-- The newest ticket that WeCom has pushed for a suite of the operator. Without one nobody signs in through the suite.
create table wwork_suite_tickets (
  suite_id  text primary key,
  ticket    text not null,               -- encrypted with a key of the installation
  pushed_at timestamptz not null
);
grant select, insert, update on wwork_suite_tickets to xinyu_app;

-- Which organisation has linked a corporation that authorised a suite. A sign-in learns the corporation before the organisation.
create table wwork_corp_tenants (
  suite_id text not null,
  corp_id  text not null,
  tenant   text not null references orgs on delete cascade,
  primary key (suite_id, corp_id),
  constraint wwork_corp_tenants_one_each unique (tenant)
);
grant select, insert, delete on wwork_corp_tenants to xinyu_app;

-- The corporation of an organisation, with what it gave the suite permanently.
alter table sign_in_providers drop constraint sign_in_providers_kind_check;
alter table sign_in_providers add constraint sign_in_providers_kind_check check (kind in ('wwork', 'sso', 'wwork_suite'));
