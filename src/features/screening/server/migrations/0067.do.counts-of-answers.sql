-- The numbers of an answer to a plan are the sum of its rows here. A submission adds to a row that no other transaction
-- holds, so that the students of a school do not wait for each other.
create table bureau_counts (
  org_id    text not null,                             -- the school
  plan_id   text not null,
  part      text not null,
  bureau_id text not null,                             -- the institution
  planned   integer not null default 0,                -- students with a sheet that is not withdrawn
  submitted integer not null default 0,                -- of these, students who have submitted it
  primary key (org_id, plan_id, part),
  foreign key (org_id, plan_id) references bureau_answers (org_id, plan_id) on delete cascade
);
-- The owner reads all schools here.
alter table bureau_answers no force row level security;
insert into bureau_counts (org_id, plan_id, part, bureau_id, planned, submitted)
select org_id, plan_id, '0', bureau_id, planned, submitted from bureau_answers where planned <> 0 or submitted <> 0;
alter table bureau_answers force row level security;

alter table bureau_counts enable row level security;
alter table bureau_counts force row level security;
create policy tenant on bureau_counts using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
create policy institution on bureau_counts for select using (bureau_id = nullif(current_setting('app.org_id', true), '')
  and org_id in (select o.org_id from orgs o where o.parent_org_id = nullif(current_setting('app.org_id', true), '')));
grant select, insert, update, delete on bureau_counts to xinyu_app;

drop trigger fill_bureau_answer on bureau_answers;
alter table bureau_answers drop column planned, drop column submitted;
create or replace function fill_bureau_answer() returns trigger language plpgsql as $$
begin
  select e.status, e.starts_at, e.ends_at into new.exam_status, new.starts_at, new.ends_at
  from exams e where e.org_id = new.org_id and e.exam_id = new.exam_id;
  return new;
end $$;
create trigger fill_bureau_answer before insert or update of exam_id on bureau_answers
  for each row when (new.exam_id is not null) execute function fill_bureau_answer();

create function count_for_answer() returns trigger language plpgsql as $$
begin
  delete from bureau_counts where org_id = new.org_id and plan_id = new.plan_id;
  insert into bureau_counts (org_id, plan_id, part, bureau_id, planned, submitted)
  select new.org_id, new.plan_id, '0', new.bureau_id, count(*), count(h.submitted_at)
  from exam_sheets h where h.org_id = new.org_id and h.exam_id = new.exam_id and h.attempt = 1 and h.withdrawn_at is null;
  return null;
end $$;
create trigger count_for_answer after insert or update of exam_id on bureau_answers
  for each row when (new.exam_id is not null) execute function count_for_answer();

create function add_to_answer(school text, exam text, more_planned bigint, more_submitted bigint) returns void language plpgsql as $$
declare answer record;
begin
  select a.plan_id, a.bureau_id into answer from bureau_answers a where a.org_id = school and a.exam_id = exam;
  if not found then return; end if;
  update bureau_counts c set planned = c.planned + more_planned, submitted = c.submitted + more_submitted
  where c.org_id = school and c.plan_id = answer.plan_id and c.part = (
    select f.part from bureau_counts f where f.org_id = school and f.plan_id = answer.plan_id limit 1 for update skip locked);
  if not found then
    insert into bureau_counts (org_id, plan_id, part, bureau_id, planned, submitted)
    values (school, answer.plan_id, gen_random_uuid()::text, answer.bureau_id, more_planned, more_submitted);
  end if;
end $$;

create or replace function add_sheets_to_answer() returns trigger language plpgsql as $$
begin
  perform add_to_answer(n.org_id, n.exam_id, n.planned, n.submitted)
  from (select org_id, exam_id, count(*) as planned, count(submitted_at) as submitted from added where attempt = 1 and withdrawn_at is null group by 1, 2) n;
  return null;
end $$;

create or replace function remove_sheets_from_answer() returns trigger language plpgsql as $$
begin
  perform add_to_answer(n.org_id, n.exam_id, -n.planned, -n.submitted)
  from (select org_id, exam_id, count(*) as planned, count(submitted_at) as submitted from removed where attempt = 1 and withdrawn_at is null group by 1, 2) n;
  return null;
end $$;

create or replace function move_sheet_in_answer() returns trigger language plpgsql as $$
begin
  perform add_to_answer(new.org_id, new.exam_id, (new.withdrawn_at is null)::int - (old.withdrawn_at is null)::int,
    (new.withdrawn_at is null and new.submitted_at is not null)::int - (old.withdrawn_at is null and old.submitted_at is not null)::int);
  return null;
end $$;
