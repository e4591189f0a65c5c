-- How people like to look at a list, under a name: their own, and those they share with their organisation.
create table saved_views (
  org_id     text not null references orgs on delete cascade,
  view_id    text not null,
  user_id    text not null references accounts on delete cascade,
  resource   text not null,
  name       text not null,
  shared     boolean not null,
  filters    jsonb not null, -- wire name → wire text
  sort       text,
  columns    jsonb not null, -- {"order": […], "hidden": […]}
  updated_at timestamptz not null,
  primary key (org_id, view_id),
  constraint saved_views_name unique (org_id, user_id, resource, name)
);
create index on saved_views (org_id, resource) where shared;
create index on saved_views (user_id);

alter table saved_views enable row level security;
alter table saved_views force row level security;
-- One's own, and what others share; a change never turns one into somebody else's.
create policy tenant on saved_views
  using (org_id = nullif(current_setting('app.org_id', true), '') and (shared or user_id = nullif(current_setting('app.user_id', true), '')))
  with check (org_id = nullif(current_setting('app.org_id', true), '') and user_id = nullif(current_setting('app.user_id', true), ''));
grant select, insert, update, delete on saved_views to xinyu_app;
