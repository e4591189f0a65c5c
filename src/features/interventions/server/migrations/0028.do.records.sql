-- The records around a case: what was done with a student, and what is planned. What somebody wrote lies sealed. A record marked restricted is there only for
-- the group of roles that its author acted in. One that was written while a case of the student's was open belongs to that case.
do $$
declare t text; i text;
begin
  foreach t in array array['interventions', 'interviews', 'sandplays', 'drawings', 'custom_interventions', 'consultations', 'referrals', 'follow_ups'] loop
    i := case t when 'custom_interventions' then 'custom_intervention_id' when 'follow_ups' then 'follow_up_id' else left(t, -1) || '_id' end;
    execute format($t$create table %I (
      org_id      text not null,
      %I          text not null,
      child_id    text not null,
      case_id     text,
      created_by  text not null,            -- a name that outlives the account
      author_group text not null,       -- role_group of schemas/enums.json
      restricted  boolean not null default false,
      ext         jsonb not null default '{}',
      created_at  timestamptz not null default now(),
      updated_at  timestamptz not null default now(),
      primary key (org_id, %I),
      foreign key (org_id, child_id) references students (org_id, child_id),
      foreign key (org_id, case_id) references crisis_cases (org_id, case_id)
    )$t$, t, i, i);
    execute format('create index %I on %I (org_id, child_id)', t || '_child', t);
    execute format('create index %I on %I (org_id, case_id) where case_id is not null', t || '_case', t);
  end loop;
  foreach t in array array['interventions', 'interviews', 'sandplays', 'drawings', 'custom_interventions'] loop
    execute format('alter table %I add column happened_at timestamptz not null, add column content text', t);
    execute format('create index %I on %I (org_id, happened_at desc)', t || '_at', t);
  end loop;
end $$;

alter table interventions add column way smallint not null, add column minutes integer, add column effect_level smallint, add column effect text;
alter table interviews add column with_whom smallint not null, add column way smallint not null, add column minutes integer, add column conclusion text;
alter table sandplays add column theme text, add column session_no integer, add column meaning text;
alter table drawings add column topic smallint not null, add column title text, add column meaning text;
alter table custom_interventions add column title text not null;

-- Hours that a counsellor offers: every week, or once on a day. One that is no longer offered stays, for the appointments that were made in it.
create table consulting_slots (
  org_id     text not null,
  slot_id    text not null,
  created_by text not null,                 -- the counsellor
  weekday    smallint,                      -- 1 Monday to 7 Sunday; null where it is for one day
  on_date    date,
  starts     text not null,                 -- HH:MM where the schools are
  minutes    integer not null,
  place      text,
  is_open    boolean not null default true,
  ext        jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, slot_id),
  constraint consulting_slots_when check ((weekday is null) <> (on_date is null))
);
create index consulting_slots_of on consulting_slots (org_id, created_by);

-- Days on which a counsellor takes none of them.
create table consulting_closures (
  org_id     text not null,
  closure_id text not null,
  created_by text not null,
  from_on    date not null,
  to_on      date not null,
  reason     text,
  ext        jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, closure_id)
);
create index consulting_closures_of on consulting_closures (org_id, created_by);

-- An appointment with a counsellor, and once it took place, the record of it.
alter table consultations
  add column slot          text not null,   -- slot and day
  add column counsellor_id text not null,
  add column start_at      timestamptz not null,
  add column minutes       integer not null,
  add column place         text,
  add column status        smallint not null default 1,
  add column topic         text,
  add column content       text,
  add column effect_level  smallint,
  add column effect        text;
-- Nobody gets an hour that somebody has, and nobody is in two places.
create unique index consultations_taken on consultations (org_id, slot) where status <> 3;
create unique index consultations_child_once on consultations (org_id, child_id, start_at) where status <> 3;
create index consultations_at on consultations (org_id, start_at desc);

-- To a hospital, and back.
alter table referrals
  add column hospital     text not null,
  add column department   text,
  add column contact      text,
  add column referred_on  date not null,
  add column guardian_informed boolean not null default false,
  add column status       smallint not null default 1,
  add column reason       text;
create unique index referrals_open on referrals (org_id, child_id) where status < 128;
create index referrals_on on referrals (org_id, referred_on desc);

-- Through which states a referral went, and who brought it there.
create table referral_steps (
  org_id      text not null,
  referral_id text not null,
  step_no     integer not null,
  step_id     text not null,
  status      smallint not null,
  user_id     text not null,
  at          timestamptz not null,
  note        text,                         -- sealed
  primary key (org_id, referral_id, step_no),
  foreign key (org_id, referral_id) references referrals (org_id, referral_id) deferrable initially deferred
);

-- Somebody is to be looked after on a day.
alter table follow_ups
  add column referral_id text,
  add column due_on      date not null,
  add column done_on     date,
  add column plan        text,
  add column content     text,
  add column effect_level smallint;
create index follow_ups_due on follow_ups (org_id, due_on);

-- What a row was before somebody changed it, for resources that keep it: the former values of the fields that changed, sealed.
create table row_versions (
  org_id     text not null references orgs on delete cascade,
  entity     text not null,
  row_id     text not null,
  version_id text not null,
  user_id    text not null,                 -- who changed it
  at         timestamptz not null,
  former     text not null,
  primary key (org_id, entity, row_id, version_id)
);

-- Beside files, a note in words may be attached.
alter table media_infos
  alter column file_id drop not null,
  add column note text,                     -- sealed
  add column user_id text,                  -- who attached it
  add constraint media_infos_something check ((file_id is null) <> (note is null));

do $$
declare t text;
begin
  foreach t in array array['interventions', 'interviews', 'sandplays', 'drawings', 'custom_interventions', 'consultations', 'referrals', 'follow_ups', 'consulting_slots', 'consulting_closures', 'referral_steps', 'row_versions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
    execute format('grant select, insert on %I to xinyu_app', t);
  end loop;
end $$;
grant update on interventions, interviews, sandplays, drawings, custom_interventions, consultations, referrals, follow_ups, consulting_slots, consulting_closures to xinyu_app;
grant delete on consulting_closures, consulting_slots to xinyu_app;
