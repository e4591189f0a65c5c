-- Cases without people, for the school to learn from. Which child and case one was made from stands in a table of its
-- own that no call returns: an erasure, a withdrawn consent and the check before a release need it.

create table library_links (
  org_id     text not null references orgs on delete cascade,
  library_id text not null,
  child_id   text not null,
  case_id    text not null,
  primary key (org_id, library_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade,
  foreign key (org_id, case_id) references crisis_cases (org_id, case_id) on delete cascade
);
create unique index library_links_case on library_links (org_id, case_id);
create index library_links_child on library_links (org_id, child_id);

create table library_cases (
  org_id         text not null,
  library_id     text not null,
  status         smallint not null default 1,          -- library_status of schemas/enums.json
  category_id    text not null,
  crisis_level   smallint not null,
  period         smallint,                             -- class_period: the stage of schooling in place of grade and class
  sex            smallint,                             -- null where too few students would share it
  title          text not null,                        -- in clear: it is checked whenever it is saved
  background     text not null,                        -- encrypted, like the other texts
  process        text not null,
  outcome        text not null,
  lessons        text not null,
  created_by     text not null,
  submitted_by   text,
  released_by    text,
  released_month text,                                 -- YYYY-MM: a day would lead to the case
  words          text,                                 -- why it was returned, encrypted
  version        integer not null default 1,
  ext            jsonb not null default '{}',
  primary key (org_id, library_id),
  foreign key (org_id, library_id) references library_links (org_id, library_id) on delete cascade
);
create index library_cases_released on library_cases (org_id, released_month desc nulls first, library_id);

do $$
declare t text;
begin
  foreach t in array array['library_links', 'library_cases'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, delete on library_links to xinyu_app;
grant select, insert, update, delete on library_cases to xinyu_app;
