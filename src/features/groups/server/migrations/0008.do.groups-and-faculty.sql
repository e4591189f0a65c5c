-- Groups that people at a school put students into, and the colleges and majors that its classes belong to.

create table custom_groups (
  org_id     text not null references orgs on delete cascade,
  group_id   text not null,
  group_name text not null,
  remark     text,
  created_by text not null, -- whose it is to those who reach only a part of the school; a name that outlives the account
  ext        jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, group_id),
  constraint custom_groups_name unique (org_id, group_name)
);

-- Members who leave or graduate stay until somebody takes them out.
create table custom_group_members (
  org_id   text not null,
  group_id text not null,
  child_id text not null,
  added_at timestamptz not null,
  primary key (org_id, group_id, child_id),
  foreign key (org_id, group_id) references custom_groups (org_id, group_id) on delete cascade,
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade
);
create index custom_group_members_child on custom_group_members (org_id, child_id);

create table colleges (
  org_id       text not null references orgs on delete cascade,
  college_id   text not null,
  college_name text not null,
  ext          jsonb not null default '{}',
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (org_id, college_id),
  constraint colleges_name unique (org_id, college_name)
);

create table majors (
  org_id     text not null,
  major_id   text not null,
  college_id text not null,
  major_name text not null,
  ext        jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, major_id),
  constraint majors_name unique (org_id, college_id, major_name),
  constraint majors_place unique (org_id, college_id, major_id),
  constraint majors_college foreign key (org_id, college_id) references colleges (org_id, college_id)
);

-- A class says both, and cannot say what contradicts its major: when a major changes college, its classes go with it.
alter table classes
  add column college_id text,
  add column major_id   text,
  add constraint classes_major_has_college check (major_id is null or college_id is not null),
  add constraint classes_college foreign key (org_id, college_id) references colleges (org_id, college_id),
  add constraint classes_major foreign key (org_id, college_id, major_id) references majors (org_id, college_id, major_id) on update cascade;
create index classes_college on classes (org_id, college_id) where college_id is not null;
create index classes_major on classes (org_id, major_id) where major_id is not null;

do $$
declare t text;
begin
  foreach t in array array['custom_groups', 'custom_group_members', 'colleges', 'majors'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update, delete on custom_groups, custom_group_members, colleges, majors to xinyu_app;
