-- Announcements and articles. A row belongs to its publisher; an institution also addresses the people of its schools.
create table announcements (
  org_id          text not null references orgs on delete cascade,
  announcement_id text not null,
  kind            text not null check (kind in ('announcement', 'article')),
  title           text not null,
  summary         text not null default '',
  content         jsonb not null,                        -- a document of `rules/rich-text.ts`
  cover_id        text,                                  -- a file of media_files
  role_ids        smallint[] not null default '{}',      -- staff with these roles
  to_students     boolean not null default false,
  to_guardians    boolean not null default false,
  grades          text[] not null default '{}',          -- `3-7`, period and grade: limits students and guardians, with the classes
  class_ids       text[] not null default '{}',
  all_schools     boolean not null default false,        -- of an institution
  school_ids      text[] not null default '{}',
  pinned          boolean not null default false,
  banner          boolean not null default false,
  notifies        boolean not null default true,
  status          text not null default 'draft' check (status in ('draft', 'scheduled', 'published', 'withdrawn')),
  publisher_name  text,                                  -- as the publisher was called at publication
  publish_at      timestamptz,
  published_at    timestamptz,
  published_by    text,
  ends_at         timestamptz,
  closed          boolean not null default false,        -- its end is over, and its notices are removed
  withdrawn_at    timestamptz,
  withdrawn_by    text,
  withdraw_reason text,
  created_by      text not null,
  updated_by      text not null,
  version         integer not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, announcement_id),
  check (status <> 'scheduled' or publish_at is not null),
  check ((status in ('published', 'withdrawn')) = (published_at is not null)),
  check ((status = 'withdrawn') = (withdrawn_at is not null))
);
create index announcements_latest on announcements (org_id, kind, published_at desc, announcement_id);
create index announcements_waiting on announcements (org_id, publish_at) where status = 'scheduled';
create index announcements_ending on announcements (org_id, ends_at) where status = 'published' and not closed;

-- Who has read what, and dismissed which banner: rows of the reader's organisation.
create table announcement_reads (
  org_id          text not null references orgs on delete cascade,
  announcement_id text not null,
  user_id         text not null references accounts on delete cascade,
  read_at         timestamptz,
  dismissed_at    timestamptz,
  primary key (org_id, announcement_id, user_id)
);
create index announcement_reads_user on announcement_reads (user_id);

-- How far the notices of an announcement have come in an organisation whose people it addresses.
create table announcement_deliveries (
  org_id          text not null references orgs on delete cascade,
  announcement_id text not null,
  publisher_id    text not null,
  state           text not null check (state in ('running', 'done', 'over')),
  after_user      text not null default '',              -- the last person that was notified
  people          integer not null default 0,
  primary key (org_id, announcement_id)
);

-- How many people of a school have read an announcement of its institution, in parts that add up: the institution
-- learns numbers and no person, and readers do not wait for each other.
create table announcement_counts (
  org_id          text not null references orgs on delete cascade,
  announcement_id text not null,
  part            smallint not null,
  publisher_id    text not null,
  readers         integer not null,
  primary key (org_id, announcement_id, part)
);

do $$
declare t text;
begin
  foreach t in array array['announcements', 'announcement_reads', 'announcement_deliveries', 'announcement_counts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
  -- An institution reads the numbers of its schools about its own announcements.
  foreach t in array array['announcement_deliveries', 'announcement_counts'] loop
    execute format($p$create policy institution on %I for select using (publisher_id = nullif(current_setting('app.org_id', true), '')
      and org_id in (select o.org_id from orgs o where o.parent_org_id = nullif(current_setting('app.org_id', true), '')))$p$, t);
  end loop;
end $$;
-- A school reads what its institution has published for it, while it belongs to the institution.
create policy school on announcements for select using (status in ('published', 'withdrawn')
  and (all_schools or nullif(current_setting('app.org_id', true), '') = any(school_ids))
  and org_id = (select o.parent_org_id from orgs o where o.org_id = nullif(current_setting('app.org_id', true), '')));
grant select, insert, update, delete on announcements, announcement_reads, announcement_deliveries, announcement_counts to xinyu_app;
