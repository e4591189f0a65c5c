-- The code that a made file carries: who made it and when, its log entry, and the digests of its bytes. No content.
create table file_codes (
  org_id    text not null references orgs on delete cascade,
  code_hash text not null,
  kind      text not null,
  made_by   text not null,
  made_at   timestamptz not null,
  log_id    text not null,
  digests   text[] not null default '{}',
  primary key (org_id, code_hash)
);
alter table file_codes enable row level security;
alter table file_codes force row level security;
create policy tenant on file_codes using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on file_codes to xinyu_app;

-- Which organisation a code belongs to: it is typed on a public page. Hashes and ids only, outside of row-level security.
create table file_code_tenants (
  code_hash text primary key,
  tenant    text not null references orgs on delete cascade
);
grant select, insert on file_code_tenants to xinyu_app;
