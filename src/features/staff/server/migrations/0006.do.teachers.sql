-- What an organisation keeps of its own staff, beside the account (a person's, whatever organisation) and the memberships (the roles).
create table teachers (
  org_id        text not null references orgs on delete cascade,
  user_id       text not null references accounts on delete cascade,
  teacher_name  text not null,
  teacher_no    text,
  sex           smallint,
  mobile        text, -- to reach the person; the one to sign in with is the account's, and bound by the person
  department_id text,
  enabled       boolean not null default true,
  owns_account  boolean not null default true, -- the account was made here: only then may this organisation rename it and set its password
  ext           jsonb not null default '{}',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (org_id, user_id),
  constraint teachers_no unique (org_id, teacher_no)
);
create index teachers_user on teachers (user_id);
-- Class teachers are few among the memberships of a school.
create index memberships_classes on memberships (org_id) where role_id is not null and role_extend ? 'class_ids';

-- The parts of an organisation, as a tree; parent_id is null for those at the top.
create table departments (
  org_id          text not null references orgs on delete cascade,
  department_id   text not null,
  parent_id       text,
  department_name text not null,
  position        integer not null default 0,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (org_id, department_id),
  constraint departments_parent foreign key (org_id, parent_id) references departments (org_id, department_id),
  constraint departments_not_own_parent check (parent_id <> department_id),
  constraint departments_name unique nulls not distinct (org_id, parent_id, department_name)
);
alter table teachers add constraint teachers_department foreign key (org_id, department_id) references departments (org_id, department_id);
create index teachers_department on teachers (org_id, department_id) where department_id is not null;

-- Which periods a department teaches, of those of the school, and which of their grades.
create table department_edus (
  org_id        text not null,
  department_id text not null,
  period        smallint not null,
  grades        smallint[] not null,
  primary key (org_id, department_id, period),
  foreign key (org_id, department_id) references departments (org_id, department_id) on delete cascade,
  foreign key (org_id, period) references edu_structures (org_id, period)
);

-- Staff who were there before: forced security would hide them from the owner of the tables too.
alter table memberships no force row level security;
insert into teachers (org_id, user_id, teacher_name, sex, mobile, owns_account)
  select distinct m.org_id, m.user_id, a.real_name, a.sex, a.mobile, not exists (select from memberships o where o.user_id = m.user_id and o.org_id <> m.org_id)
  from memberships m join accounts a using (user_id) where m.identity = 3;
alter table memberships force row level security;

do $$
declare t text;
begin
  foreach t in array array['teachers','departments','department_edus'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
-- Where a person works, and whether still: who am I asks it before an organisation is chosen.
create policy own_teacher on teachers for select using (user_id = nullif(current_setting('app.user_id', true), ''));

grant select, insert, update, delete on teachers, departments, department_edus to xinyu_app;
