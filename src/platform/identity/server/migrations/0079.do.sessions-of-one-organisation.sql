-- A session that the identity provider of an organisation vouched for acts in this organisation only.
alter table sessions add column only_org text references orgs on delete cascade;
create index sessions_only_org on sessions (only_org) where only_org is not null;
