-- What staff are told inside of the portal. A row says that something is there and where, and never of whom: no child's name, nothing anybody wrote.
create table notices (
  org_id       text not null references orgs on delete cascade,
  notice_id    text not null,
  user_id      text not null,
  kind         text not null,          -- notice_kind of schemas/enums.json
  subject_type text not null,
  subject_id   text not null,
  created_at   timestamptz not null,
  read_at      timestamptz,
  primary key (org_id, notice_id)
);
create index notices_user on notices (org_id, user_id, notice_id desc);
create index notices_unread on notices (org_id, user_id) where read_at is null;
create index notices_subject on notices (org_id, subject_type, subject_id) where read_at is null;

-- Who is told of a warning, in which order, within how many minutes; without a row, as policies/escalation.csv says.
create table escalation_rules (
  org_id     text primary key references orgs on delete cascade,
  rules      jsonb not null,
  version    integer not null default 1,
  updated_at timestamptz not null,
  updated_by text not null
);

-- The clock of a warning, or of a drill, from the moment it was reported until somebody takes it on or nobody is left to be told.
create table escalations (
  org_id      text not null references orgs on delete cascade,
  warn_id     text not null,           -- of warns; of a drill its own
  class_id    text,                    -- where the child was then: who reaches it follows from this
  level       smallint,
  reporter_id text,                    -- is not asked to take on what they reported themselves
  drill_name  text,                    -- the invented student of a drill; null where it is none
  rules       jsonb not null,          -- as they were when it began: changed rules change no clock that runs
  step        smallint not null default 0, -- the last that was told
  state       text not null check (state in ('running', 'acknowledged', 'verified', 'exhausted', 'ended')),
  started_at  timestamptz not null,
  next_at     timestamptz,             -- when the next step is told; null when nothing follows
  ended_at    timestamptz,
  ended_by    text,
  primary key (org_id, warn_id),
  check ((state = 'running') = (next_at is not null))
);
create index escalations_next on escalations (org_id, next_at) where next_at is not null;
create index escalations_drills on escalations (org_id, started_at desc) where drill_name is not null;

-- Who was told at which step, by what; a row for each, so that nobody is told twice at one step.
create table escalation_tellings (
  org_id   text not null,
  warn_id  text not null,
  step     smallint not null,
  user_id  text not null,
  channel  text not null check (channel in ('in_app', 'sms')),
  stand_in boolean not null,
  at       timestamptz not null,
  state    text not null check (state in ('waiting', 'told', 'failed', 'no_number')), -- of a short message: sent once it was taken
  tries    smallint not null default 0,
  tried_at timestamptz,
  primary key (org_id, warn_id, step, user_id, channel),
  foreign key (org_id, warn_id) references escalations (org_id, warn_id) on delete cascade
);
create index escalation_tellings_waiting on escalation_tellings (org_id, at) where state = 'waiting';

-- What somebody wants to be reminded of at a moment.
create table reminders (
  org_id       text not null references orgs on delete cascade,
  subject_type text not null,
  subject_id   text not null,
  kind         text not null,          -- notice_kind of schemas/enums.json
  user_id      text not null,
  due_at       timestamptz not null,
  told_at      timestamptz,
  primary key (org_id, subject_type, subject_id, kind, user_id, due_at)
);
create index reminders_due on reminders (org_id, due_at) where told_at is null;

-- When a tenant has something to be done next, for processes that work for no tenant yet: they see that and nothing else.
create table tenant_due (
  org_id text not null references orgs on delete cascade,
  chore  text not null,
  due_at timestamptz not null,
  primary key (org_id, chore)
);
create index tenant_due_at on tenant_due (due_at);

do $$
declare t text;
begin
  foreach t in array array['notices', 'escalation_rules', 'escalations', 'escalation_tellings', 'reminders', 'tenant_due'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
create policy anybody on tenant_due for select using (true);
grant select, insert, update, delete on notices, escalation_rules, escalations, escalation_tellings, reminders, tenant_due to xinyu_app;
