-- An institution plans a screening for its schools; each school accepts or declines, and keeps every row about a child.

create table bureau_plans (
  org_id       text not null references orgs on delete cascade, -- the institution
  plan_id      text not null,
  plan_name    text not null,
  bureau_name  text,                                   -- of the institution, fixed when the plan is sent
  scale_ids    text[] not null default '{}',           -- packs, in the order of the questions
  norm_sets    jsonb not null default '{}',            -- pack id to norm set; the pack's default where absent
  school_ids   text[] not null default '{}',
  grades       text[] not null default '{}',           -- periods ('3') and grades of periods ('3-7'); all where empty
  starts_at    timestamptz not null,                   -- the windows of the schools lie within
  ends_at      timestamptz not null,
  consent_text text,
  visibility   jsonb not null default '{}',
  note         text,
  status       text not null default 'draft' check (status in ('draft', 'sent', 'closed')),
  sent_at      timestamptz,
  sent_by      text,
  closed_at    timestamptz,
  withdrawn_at timestamptz,
  informed     text[] not null default '{}',           -- schools that were notified of the plan
  settled      text[] not null default '{}',           -- schools that were notified of its end
  created_by   text not null,
  version      integer not null default 1,
  ext          jsonb not null default '{}',
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (org_id, plan_id),
  check (ends_at > starts_at)
);
create index bureau_plans_schools on bureau_plans using gin (school_ids) where status <> 'draft';

-- The answer of a school to a plan, with the state and the numbers of its screening. None: the school has not answered.
create table bureau_answers (
  org_id      text not null references orgs on delete cascade, -- the school
  plan_id     text not null,
  bureau_id   text not null,                           -- the institution
  status      text not null check (status in ('accepted', 'declined')),
  reason      text,
  exam_id     text,
  exam_status text,
  starts_at   timestamptz,
  ends_at     timestamptz,
  planned     integer not null default 0,              -- students with a sheet that is not withdrawn
  submitted   integer not null default 0,              -- of these, students who have submitted it
  answered_by text not null,
  answered_at timestamptz not null,
  primary key (org_id, plan_id),
  check ((status = 'accepted') = (exam_id is not null)),
  -- A school that deletes its draft has not answered any more.
  foreign key (org_id, exam_id) references exams (org_id, exam_id) on delete cascade
);
create unique index bureau_answers_exam on bureau_answers (org_id, exam_id) where exam_id is not null;
create index bureau_answers_plan on bureau_answers (bureau_id, plan_id);

-- The plan that a screening follows. One screening for each plan, also when two people accept at once.
alter table exams add column bureau_plan_id text;
create unique index exams_bureau_plan on exams (org_id, bureau_plan_id) where bureau_plan_id is not null;

-- What an answer says of its screening. The institution reads these numbers and no sheet.
create function fill_bureau_answer() returns trigger language plpgsql as $$
begin
  if new.exam_id is null then return new; end if;
  select e.status, e.starts_at, e.ends_at into new.exam_status, new.starts_at, new.ends_at
  from exams e where e.org_id = new.org_id and e.exam_id = new.exam_id;
  select count(*), count(h.submitted_at) into new.planned, new.submitted
  from exam_sheets h where h.org_id = new.org_id and h.exam_id = new.exam_id and h.attempt = 1 and h.withdrawn_at is null;
  return new;
end $$;
create trigger fill_bureau_answer before insert or update of exam_id on bureau_answers for each row execute function fill_bureau_answer();

create function follow_exam() returns trigger language plpgsql as $$
begin
  update bureau_answers set exam_status = new.status, starts_at = new.starts_at, ends_at = new.ends_at
  where org_id = new.org_id and exam_id = new.exam_id;
  return null;
end $$;
create trigger follow_exam after update of status, starts_at, ends_at on exams
  for each row when (new.bureau_plan_id is not null) execute function follow_exam();

-- Whole statements where many sheets are written at once; submissions and withdrawals one by one, because only those
-- of all the updates of a sheet change a number.
create function add_sheets_to_answer() returns trigger language plpgsql as $$
begin
  update bureau_answers a set planned = a.planned + n.planned, submitted = a.submitted + n.submitted
  from (select org_id, exam_id, count(*) as planned, count(submitted_at) as submitted from added where attempt = 1 and withdrawn_at is null group by 1, 2) n
  where a.org_id = n.org_id and a.exam_id = n.exam_id;
  return null;
end $$;
create trigger add_sheets_to_answer after insert on exam_sheets referencing new table as added
  for each statement execute function add_sheets_to_answer();

create function remove_sheets_from_answer() returns trigger language plpgsql as $$
begin
  update bureau_answers a set planned = a.planned - n.planned, submitted = a.submitted - n.submitted
  from (select org_id, exam_id, count(*) as planned, count(submitted_at) as submitted from removed where attempt = 1 and withdrawn_at is null group by 1, 2) n
  where a.org_id = n.org_id and a.exam_id = n.exam_id;
  return null;
end $$;
create trigger remove_sheets_from_answer after delete on exam_sheets referencing old table as removed
  for each statement execute function remove_sheets_from_answer();

create function move_sheet_in_answer() returns trigger language plpgsql as $$
begin
  update bureau_answers
  set planned = planned + (new.withdrawn_at is null)::int - (old.withdrawn_at is null)::int,
    submitted = submitted + (new.withdrawn_at is null and new.submitted_at is not null)::int - (old.withdrawn_at is null and old.submitted_at is not null)::int
  where org_id = new.org_id and exam_id = new.exam_id;
  return null;
end $$;
create trigger move_sheet_in_answer after update of submitted_at, withdrawn_at on exam_sheets for each row
  when (new.attempt = 1 and ((new.submitted_at is null) <> (old.submitted_at is null) or (new.withdrawn_at is null) <> (old.withdrawn_at is null)))
  execute function move_sheet_in_answer();

do $$
declare t text;
begin
  foreach t in array array['bureau_plans', 'bureau_answers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
-- A school reads what its institution has sent to it; an institution reads the answers of its schools to its own plans.
-- Both end when the school leaves the institution.
create policy school on bureau_plans for select using (status <> 'draft' and nullif(current_setting('app.org_id', true), '') = any(school_ids)
  and org_id = (select o.parent_org_id from orgs o where o.org_id = nullif(current_setting('app.org_id', true), '')));
create policy institution on bureau_answers for select using (bureau_id = nullif(current_setting('app.org_id', true), '')
  and org_id in (select o.org_id from orgs o where o.parent_org_id = nullif(current_setting('app.org_id', true), '')));
grant select, insert, update, delete on bureau_plans, bureau_answers to xinyu_app;
