-- Guardians as people whom a school knows, with or without an account; which child of theirs is whose stays where it was.

alter table guardians rename to guardian_children;
alter table guardian_children rename constraint guardians_pkey to guardian_children_pkey;
alter table guardian_children rename constraint guardians_org_id_child_id_fkey to guardian_children_child;
alter table guardian_children rename constraint guardians_org_id_fkey to guardian_children_org_id_fkey;
alter table guardian_children drop constraint guardians_user_id_fkey;
alter table guardian_children rename column user_id to guardian_id; -- who is here already keeps the id that they are known by
drop index guardians_user;
create index guardian_children_child on guardian_children (org_id, child_id);

create table guardians (
  org_id        text not null references orgs on delete cascade,
  guardian_id   text not null,
  guardian_name text not null,
  name_pinyin   text not null default '',
  mobile        text, -- where the school reaches them; signing in has a number of its own
  remark        text,
  user_id       text references accounts on delete set null,
  ext           jsonb not null default '{}',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (org_id, guardian_id),
  constraint guardians_account unique (org_id, user_id)
);
create index guardians_user on guardians (user_id) where user_id is not null;
create index guardians_mobile on guardians (org_id, mobile) where mobile is not null;

-- The owner of the tables sees every tenant's rows only while they do not hold him too.
alter table guardian_children no force row level security;
insert into guardians (org_id, guardian_id, guardian_name, mobile, user_id)
  select distinct g.org_id, a.user_id, a.real_name, a.mobile, a.user_id from guardian_children g join accounts a on a.user_id = g.guardian_id;
alter table guardian_children force row level security;
-- Asked at the end of a transaction: a guardian and the children are written together.
alter table guardian_children add constraint guardian_children_guardian foreign key (org_id, guardian_id) references guardians (org_id, guardian_id)
  on delete cascade deferrable initially deferred;

-- Searching by part of a name, as for students.
create trigger grams_added after insert on guardians referencing new table as added for each statement execute function grams_added('guardian_id', 'guardian_name');
create trigger grams_changed after update of guardian_name on guardians for each row when (old.guardian_name <> new.guardian_name) execute function grams_changed('guardian_id', 'guardian_name');
create trigger grams_removed after delete on guardians for each row execute function grams_changed('guardian_id', 'guardian_name');
insert into grams (org_id, of_table, field, gram, row_id) select g.org_id, 'guardians', 'guardian_name', gram, g.guardian_id from guardians g, grams_of(g.guardian_name) gram;

alter table guardians enable row level security;
alter table guardians force row level security;
create policy tenant on guardians using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on guardians to xinyu_app;
