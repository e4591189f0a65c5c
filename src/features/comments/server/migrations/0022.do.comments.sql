-- What a class teacher writes of a student for a year: one of each, its author's alone to change. The text lies sealed.
create table comments (
  org_id     text not null,
  comment_id text not null,
  child_id   text not null,
  year_id    text not null,
  user_id    text not null,        -- its author
  content    text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, comment_id),
  constraint comments_one unique (org_id, child_id, year_id),
  foreign key (org_id, child_id) references students (org_id, child_id),
  foreign key (org_id, year_id) references years (org_id, year_id)
);
alter table comments enable row level security;
alter table comments force row level security;
create policy tenant on comments using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on comments to xinyu_app;
