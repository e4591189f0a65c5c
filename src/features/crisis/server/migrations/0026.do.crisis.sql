-- From a worry reported to a case closed. A warning is what somebody, a screening or the assistant noticed of a student; found valid it joins the one open
-- case of that student, or opens it; what happens to a case stands in its steps, one after the other for ever. What people wrote lies sealed.
create table crisis_cases (
  org_id           text not null,
  case_id          text not null,
  child_id         text not null,
  crisis_level     smallint not null check (crisis_level between 1 and 3), -- 1 is the most urgent
  status           smallint not null default 1 check (status in (1, 2)),   -- 1 open, 2 closed
  opened_at        timestamptz not null,
  first_contact_at timestamptz,
  closed_at        timestamptz,
  closed_by        text,
  version          integer not null default 1,
  ext              jsonb not null default '{}',
  primary key (org_id, case_id),
  foreign key (org_id, child_id) references students (org_id, child_id),
  check ((status = 2) = (closed_at is not null))
);
create unique index crisis_cases_one_open on crisis_cases (org_id, child_id) where status = 1;
create index crisis_cases_opened on crisis_cases (org_id, opened_at desc nulls last, case_id);

create table warns (
  org_id                text not null,
  warn_id               text not null,
  child_id              text not null,
  case_id               text,              -- once it was found valid
  class_id              text,              -- of the student at that time, as are the next three; names outlive what they name
  class_name            text,
  period                smallint,
  grade                 smallint,
  source                smallint not null, -- warn_source of schemas/enums.json: 1 manual, 2 screening, 3 assistant
  source_ref            text,              -- what raised it, there; the same one raises it once
  rule                  text,              -- the rule that raised it; null where a person did
  category_id           text,              -- crisis_category of schemas/enums.json
  warn_content          text not null,
  source_type           smallint check (source_type in (1, 2)),
  student_consulting_id text,
  suggested_level       smallint check (suggested_level between 1 and 3),
  reporter_id           text not null,     -- an account, or 'system'
  reported_at           timestamptz not null,
  valid_status          smallint not null default 0 check (valid_status between 0 and 2), -- 0 not verified yet, 1 valid, 2 invalid
  crisis_level          smallint check (crisis_level between 1 and 3),
  reason                text,
  verified_by           text,
  verified_at           timestamptz,
  acknowledged_by       text,
  acknowledged_at       timestamptz,
  drill                 boolean not null default false,
  version               integer not null default 1,
  ext                   jsonb not null default '{}',
  primary key (org_id, warn_id),
  foreign key (org_id, child_id) references students (org_id, child_id),
  foreign key (org_id, case_id) references crisis_cases (org_id, case_id),
  check ((valid_status = 0) = (verified_at is null)),
  check ((valid_status = 1) = (crisis_level is not null)),
  check (source_type is distinct from 2 or student_consulting_id is not null)
);
create unique index warns_source_ref on warns (org_id, source, source_ref) where source_ref is not null;
-- In the order of the lists, whole and of one source; drills are looked at apart.
create index warns_reported on warns (org_id, reported_at desc nulls last, warn_id) where not drill;
create index warns_of_source on warns (org_id, source, reported_at desc nulls last, warn_id) where not drill;
create index warns_child on warns (org_id, child_id);
create index warns_case on warns (org_id, case_id) where case_id is not null;

create table case_steps (
  org_id        text not null,
  step_id       text not null,
  case_id       text not null,
  warn_id       text,
  kind          text not null,             -- case_step_kind of schemas/enums.json
  record_table  text,                      -- the record that the step is about, where it has one of its own
  record_id     text,
  level         smallint check (level between 1 and 3), -- of the case after the step, where the step says one
  author_id     text not null,
  at            timestamptz not null,
  body          text,
  restricted_to text,                      -- the role group of policies/role-groups.csv that alone may read it
  amends        text,                      -- the step whose words this one takes the place of
  primary key (org_id, step_id),
  foreign key (org_id, case_id) references crisis_cases (org_id, case_id),
  foreign key (org_id, warn_id) references warns (org_id, warn_id),
  foreign key (org_id, amends) references case_steps (org_id, step_id)
);
create index case_steps_case on case_steps (org_id, case_id, at desc, step_id desc);

do $$
declare t text;
begin
  foreach t in array array['crisis_cases', 'warns', 'case_steps'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update on crisis_cases, warns to xinyu_app;
-- Steps are only added; their words are sealed anew when a key changes.
grant select, insert, update (body) on case_steps to xinyu_app;
