-- Platform tables: people and sessions belong to no single tenant.

create table accounts (
  user_id       text primary key,
  login_name    text not null,
  login_key     text not null unique, -- login_name in lower case: case variants are one account
  password_hash text not null,
  real_name     text not null,
  sex           smallint,
  avatar        text,
  mobile        text unique,
  enabled       boolean not null default true,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);

create table sessions (
  session_id    text primary key,
  chain_id      text not null,
  user_id       text not null references accounts on delete cascade,
  app_kind      text not null,
  access_hash   text not null unique,
  refresh_hash  text not null unique,
  created_at    timestamptz not null default now(),
  access_until  timestamptz not null,
  refresh_until timestamptz not null,
  spent_at      timestamptz, -- the pair was exchanged: using its refresh token again ends the chain
  ended_at      timestamptz
);
-- One live session per kind of app (`api.md`, sign-in).
create unique index sessions_one_live on sessions (user_id, app_kind) where ended_at is null;
create index sessions_chain on sessions (chain_id);

create table preferences (
  user_id    text not null references accounts on delete cascade,
  key        text not null,
  value      jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- Facts about the installation itself (whether it holds demo data, its data format).
create table installation (
  key   text primary key,
  value text not null
);

-- Tenant tables: org_id leads every key, and row-level security shows a transaction only the tenant it has set.

create table orgs (
  org_id            text primary key,
  parent_org_id     text,
  org_name          text not null,
  org_type          smallint not null,
  edu_level         smallint,
  service_type      smallint not null,
  product_status    smallint not null,
  account_expire_at timestamptz,
  available_quota   integer not null default 0,
  total_quota       integer not null default 0,
  created_at        timestamptz not null default now()
);

create table org_features (
  org_id  text not null references orgs on delete cascade,
  feature text not null,
  primary key (org_id, feature)
);

create table org_settings (
  org_id                  text primary key references orgs on delete cascade,
  consulting_offline_open boolean not null default false,
  auto_create_user        boolean not null default false
);

create table sites (
  org_id         text primary key references orgs on delete cascade,
  host           text not null unique,
  is_custom      boolean not null default false,
  site_name      text not null,
  logo           text,
  company_slogan text not null default ''
);

-- Which identities and roles a person holds where. role_id is null for students and parents.
create table memberships (
  org_id      text not null references orgs on delete cascade,
  user_id     text not null references accounts on delete cascade,
  identity    smallint not null,
  role_id     smallint,
  role_extend jsonb not null default '{}',
  created_at  timestamptz not null default now(),
  unique nulls not distinct (org_id, user_id, identity, role_id)
);
create index memberships_user on memberships (user_id);

create table years (
  org_id     text not null references orgs on delete cascade,
  year_id    text not null,
  year_name  text not null,
  start_on   date not null,
  end_on     date not null,
  is_current boolean not null default false,
  primary key (org_id, year_id)
);
create unique index years_one_current on years (org_id) where is_current;

create table edu_structures (
  org_id   text not null references orgs on delete cascade,
  period   smallint not null,
  edu_type smallint,
  grades   smallint[] not null,
  primary key (org_id, period)
);

create table classes (
  org_id        text not null references orgs on delete cascade,
  class_id      text not null,
  year_id       text not null,
  period        smallint not null,
  grade         smallint not null,
  class_no      smallint,
  class_name    text not null,
  remark        text,
  ext           jsonb not null default '{}',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (org_id, class_id),
  foreign key (org_id, year_id) references years (org_id, year_id),
  constraint classes_name unique (org_id, year_id, grade, class_name)
);
create index classes_order on classes (org_id, grade, class_no, class_name, class_id);

create table students (
  org_id       text not null references orgs on delete cascade,
  child_id     text not null,
  student_id   text not null,
  class_id     text,
  child_name   text not null,
  name_pinyin  text not null default '',
  student_no   text not null,
  sex          smallint,
  born_on      date,
  study_status smallint not null default 1,
  user_id      text references accounts,
  ext          jsonb not null default '{}',
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (org_id, child_id),
  unique (org_id, student_id),
  constraint students_no unique (org_id, student_no),
  constraint students_class foreign key (org_id, class_id) references classes (org_id, class_id)
);
create index students_class on students (org_id, class_id, study_status);
create index students_user on students (user_id) where user_id is not null;

create table guardians (
  org_id   text not null references orgs on delete cascade,
  user_id  text not null references accounts on delete cascade,
  child_id text not null,
  relation smallint not null,
  primary key (org_id, user_id, child_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade
);
create index guardians_user on guardians (user_id);

-- Who did what to which row. Append-only: nobody but the owner of the database may change an entry.
create table audit_logs (
  org_id     text not null,
  log_id     text not null,
  at         timestamptz not null default now(),
  user_id    text not null,
  role_id    smallint,
  act        text not null,
  resource   text not null,
  row_id     text not null,
  row_label  text,
  before     jsonb,
  after      jsonb,
  address    text,
  request_id text,
  primary key (org_id, log_id)
);
create index audit_logs_at on audit_logs (org_id, at desc, log_id);

-- A person's own memberships and organisations (who am I) are visible under app.user_id, read only; all else follows app.org_id, and large
-- tables follow nothing but that: a second policy beside `tenant` is asked of every row, and keeps a count of 100,000 from being read off an index.
do $$
declare t text;
begin
  foreach t in array array['orgs','org_features','org_settings','sites','memberships','years','edu_structures','classes','students','guardians','audit_logs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;

create policy own_membership on memberships for select using (user_id = nullif(current_setting('app.user_id', true), ''));
create policy own_orgs on orgs for select using (
  exists (select 1 from memberships m where m.org_id = orgs.org_id and m.user_id = nullif(current_setting('app.user_id', true), '')));
-- A site's branding is what anybody sees before signing in.
create policy public_branding on sites for select using (true);

grant usage on schema public to xinyu_app;
grant select, insert, update, delete on accounts, sessions, preferences, orgs, org_features, org_settings, sites, memberships, years, edu_structures, classes, students, guardians to xinyu_app;
grant select, insert on audit_logs to xinyu_app;
grant select on installation to xinyu_app;
