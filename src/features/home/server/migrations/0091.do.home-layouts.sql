-- Which cards an organisation shows on the home page, in which order and size; null: the defaults.
alter table custom_index_configs add column cards jsonb;

-- The same for one person in one role.
create table home_layouts (
  org_id     text not null references orgs on delete cascade,
  user_id    text not null references accounts on delete cascade,
  role_id    int not null,
  cards      jsonb not null,
  updated_at timestamptz not null,
  primary key (org_id, user_id, role_id)
);

alter table home_layouts enable row level security;
alter table home_layouts force row level security;
create policy tenant on home_layouts using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on home_layouts to xinyu_app;
