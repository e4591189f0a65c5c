-- What a class teacher has typed of a comment and not submitted yet: the author's alone, encrypted. Each save replaces it.
create table comment_drafts (
  org_id     text not null,
  draft_id   text not null,        -- new at each save, because the text is bound to it
  child_id   text not null,
  year_id    text not null,
  user_id    text not null,        -- its author
  content    text not null,
  updated_at timestamptz not null,
  primary key (org_id, draft_id),
  constraint comment_drafts_one unique (org_id, child_id, year_id, user_id),
  foreign key (org_id, child_id) references students (org_id, child_id),
  foreign key (org_id, year_id) references years (org_id, year_id)
);
alter table comment_drafts enable row level security;
alter table comment_drafts force row level security;
create policy tenant on comment_drafts using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on comment_drafts to xinyu_app;
