-- Which school a code belongs to: it is typed before anything else is known. Hashes and ids only, outside of row-level security.
create table exam_code_tenants (
  code_hash  text primary key,
  tenant     text not null references orgs on delete cascade,
  expires_at timestamptz not null
);
create index exam_code_tenants_over on exam_code_tenants (expires_at);
grant select, insert, delete on exam_code_tenants to xinyu_app;
