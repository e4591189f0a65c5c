-- Who is in charge of a case, and what is done next. The words of the next step are encrypted.
alter table crisis_cases
  add column owner_id  text,
  add column next_on   date,
  add column next_text text,
  add constraint crisis_cases_next check ((next_on is null) = (next_text is null));
create index crisis_cases_next on crisis_cases (org_id, next_on) where next_on is not null;

-- The result of a contact with a guardian (contact_result of schemas/enums.json); when and how are informed_at and informed_how.
alter table case_steps add column contact_result smallint;

-- Safety plans of a case, one row for each version; every version is kept.
create table safety_plans (
  org_id    text not null,
  plan_id   text not null,
  case_id   text not null,
  edition   integer not null check (edition > 0),
  author_id text not null,
  at        timestamptz not null,
  body      text not null,             -- the plan as JSON, encrypted
  primary key (org_id, plan_id),
  unique (org_id, case_id, edition),
  foreign key (org_id, case_id) references crisis_cases (org_id, case_id)
);
alter table safety_plans enable row level security;
alter table safety_plans force row level security;
create policy tenant on safety_plans using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update (body) on safety_plans to xinyu_app;
