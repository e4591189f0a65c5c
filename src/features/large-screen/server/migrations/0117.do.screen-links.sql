-- Links that open the large screen of an organisation without a sign-in.
create table screen_links (
  org_id       text not null references orgs on delete cascade,
  link_id      text not null,
  name         text not null,           -- of the place, such as the hall of a building
  key_hash     text not null,           -- SHA-256 of 256 random bits
  created_by   text not null,
  role_id      smallint not null,       -- in which the maker made it
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  last_address text,
  primary key (org_id, link_id)
);
create unique index screen_links_key on screen_links (org_id, key_hash);
alter table screen_links enable row level security;
alter table screen_links force row level security;
create policy tenant on screen_links using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on screen_links to xinyu_app;
