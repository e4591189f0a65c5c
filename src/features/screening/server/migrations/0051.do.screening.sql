-- Screenings: plans, the sheets of the students, their answers, results, and what surrounds them. Texts and answers are stored encrypted.

create table exams (
  org_id           text not null references orgs on delete cascade,
  exam_id          text not null,
  exam_name        text not null,
  scale_ids        text[] not null default '{}',       -- packs, in the order of the questions
  scale_versions   jsonb not null default '{}',        -- pack id to version, fixed when the plan is published
  norm_sets        jsonb not null default '{}',        -- pack id to norm set; the pack's default where absent
  starts_at        timestamptz,
  ends_at          timestamptz,
  scope            jsonb not null default '{}',        -- grade_ids, class_ids, group_ids, child_ids; united
  place            smallint not null default 1,        -- exam_place of schemas/enums.json
  consent_text     text,                               -- what students and guardians consent to
  consent_required boolean not null default false,     -- a guardian's consent for every student, not only below 14
  retakes          smallint check (retakes >= 0),      -- further sheets after the first; null is unlimited
  visibility       jsonb not null default '{}',        -- student, guardian, class_teacher: none, words or bands
  duty             text[] not null default '{}',       -- accounts that are notified of critical answers first
  reasons          jsonb not null default '{}',        -- logged reasons: below_age, unofficial wording
  status           text not null default 'draft' check (status in ('draft', 'published', 'closed', 'archived')),
  published_at     timestamptz,
  published_by     text,
  closed_at        timestamptz,
  copied_from      text,
  created_by       text not null,
  version          integer not null default 1,
  ext              jsonb not null default '{}',
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (org_id, exam_id),
  check (ends_at > starts_at)
);
create index exams_starts on exams (org_id, starts_at desc nulls last, exam_id);

-- One sheet is one student's go at a screening. Place and names are those of the day of publication.
create table exam_sheets (
  org_id         text not null,
  child_exam_id  text not null,
  exam_id        text not null,
  child_id       text not null,
  attempt        smallint not null default 1,
  class_id       text,
  class_name     text,
  period         smallint,
  grade          smallint,
  needs_consent  boolean not null default false,
  consented_at   timestamptz,                          -- a guardian consented, where that is needed
  assented_at    timestamptz,                          -- the student agreed
  withdrawn_at   timestamptz,                          -- consent or assent was withdrawn: the sheet is sealed
  started_at     timestamptz,
  last_answer_at timestamptz,
  answered       smallint not null default 0,
  total          smallint not null default 0,
  answers        text,                                 -- the answers in force, encrypted
  draft_key      text,                                 -- key of the drafts on the student's devices, encrypted
  device         text,                                 -- the device that writes
  former_devices text[] not null default '{}',
  submitted_at   timestamptz,
  incomplete     boolean not null default false,
  scored_at      timestamptz,
  primary key (org_id, child_exam_id),
  constraint exam_sheets_attempt unique (org_id, exam_id, child_id, attempt),
  foreign key (org_id, exam_id) references exams (org_id, exam_id),
  foreign key (org_id, child_id) references students (org_id, child_id)
);
create index exam_sheets_child on exam_sheets (org_id, child_id);
create index exam_sheets_class on exam_sheets (org_id, exam_id, class_id);
create index exam_sheets_unscored on exam_sheets (org_id, submitted_at) where submitted_at is not null and scored_at is null;

-- What arrived, in the order of arrival: superseded answers are kept.
create table exam_answers (
  org_id        text not null,
  answer_id     text not null,
  child_exam_id text not null,
  device        text not null,
  received_at   timestamptz not null,
  answers       text not null,                         -- the list as it was sent, encrypted
  superseded    boolean not null default false,        -- at least one of them did not take effect
  primary key (org_id, answer_id),
  foreign key (org_id, child_exam_id) references exam_sheets (org_id, child_exam_id) on delete cascade
);
create index exam_answers_sheet on exam_answers (org_id, child_exam_id, answer_id);

-- What a sheet scored by one version of a pack and one norm set. A recalculation adds a row and ends the former one.
create table exam_results (
  org_id        text not null,
  result_id     text not null,
  child_exam_id text not null,
  exam_id       text not null,
  child_id      text not null,
  scale_id      text not null,
  version       text not null,
  wording       text not null,
  norm_set      text not null,
  valid         boolean not null,
  dimensions    jsonb not null,                        -- dimension_id, raw, score, band_id, missing
  marks         jsonb not null default '[]',
  scored_at     timestamptz not null,
  ended_at      timestamptz,
  primary key (org_id, result_id),
  foreign key (org_id, child_exam_id) references exam_sheets (org_id, child_exam_id) on delete cascade
);
create unique index exam_results_current on exam_results (org_id, child_exam_id, scale_id) where ended_at is null;
create index exam_results_exam on exam_results (org_id, exam_id, scale_id) where ended_at is null;
create index exam_results_child on exam_results (org_id, child_id);

-- Consents of guardians and agreements of students to one screening, with the text that they saw.
create table exam_consents (
  org_id       text not null,
  consent_id   text not null,
  exam_id      text not null,
  child_id     text not null,
  identity     smallint not null,                      -- 1 the student, 2 a guardian
  user_id      text not null,
  text         text not null,
  given_at     timestamptz not null,
  withdrawn_at timestamptz,
  primary key (org_id, consent_id),
  foreign key (org_id, exam_id) references exams (org_id, exam_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade
);
create unique index exam_consents_in_force on exam_consents (org_id, exam_id, child_id, user_id) where withdrawn_at is null;
create index exam_consents_child on exam_consents (org_id, child_id);

-- One-time codes for a computer room, good for one sheet.
create table exam_codes (
  org_id        text not null,
  code_hash     text not null,
  exam_id       text not null,
  child_exam_id text not null,
  made_by       text not null,
  made_at       timestamptz not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  device        text,
  primary key (org_id, code_hash),
  foreign key (org_id, child_exam_id) references exam_sheets (org_id, child_exam_id) on delete cascade
);
create index exam_codes_sheet on exam_codes (org_id, child_exam_id);

-- Packs with items about suicide are released per school and version by two people.
create table scale_releases (
  org_id      text not null references orgs on delete cascade,
  scale_id    text not null,
  version     text not null,
  user_id     text not null,
  role_id     smallint not null,
  released_at timestamptz not null,
  primary key (org_id, scale_id, version, user_id)
);

-- A student asks for a talk.
create table talk_requests (
  org_id        text not null,
  request_id    text not null,
  child_id      text not null,
  child_exam_id text,
  user_id       text not null,
  wanted_with   text,                                  -- an account of the school's staff
  note          text,                                  -- encrypted
  status        smallint not null default 1,           -- talk_status of schemas/enums.json
  requested_at  timestamptz not null,
  handled_by    text,
  handled_at    timestamptz,
  answer        text,                                  -- encrypted, shown to the student
  primary key (org_id, request_id),
  foreign key (org_id, child_id) references students (org_id, child_id)
);
create index talk_requests_open on talk_requests (org_id, requested_at) where status = 1;
create index talk_requests_child on talk_requests (org_id, child_id);

-- Alert rules of a school: which result of a pack raises a warning, and how urgent.
create table screening_rules (
  org_id       text not null references orgs on delete cascade,
  rule_id      text not null,
  title        text not null,
  conditions   jsonb not null,                         -- list of scale_id, dimension_id and band_ids; all must hold
  level        smallint not null check (level between 1 and 3),
  active       boolean not null default false,
  confirmed_by text,                                   -- a psychology teacher, for packs with unofficial wording
  confirmed_at timestamptz,
  version      integer not null default 1,
  created_by   text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (org_id, rule_id)
);

do $$
declare t text;
begin
  foreach t in array array['exams', 'exam_sheets', 'exam_answers', 'exam_results', 'exam_consents', 'exam_codes', 'scale_releases', 'talk_requests', 'screening_rules'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update, delete on exams, exam_codes, screening_rules to xinyu_app;
grant select, insert, update on exam_sheets, exam_answers, exam_results, exam_consents, talk_requests to xinyu_app;
grant select, insert on scale_releases to xinyu_app;
