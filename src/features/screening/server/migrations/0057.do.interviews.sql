-- The verdict on a screening's warning has a time by which the interview is to be held; an overdue one escalates again.
alter table warns add column verdict_due timestamptz;
create index warns_awaiting on warns (org_id, verdict_due) where verdict_due is not null and valid_status = 0;
alter table escalations add column verdict_due timestamptz;
alter table escalations drop constraint escalations_check;
alter table escalations add constraint escalations_next check (state <> 'running' or next_at is not null);

-- Whether a result reaches its pack's cutoff or meets a condition of an alert rule that held.
alter table exam_results add column positive boolean not null default false;
create index exam_results_positive on exam_results (org_id, child_id) where positive and ended_at is null;

-- Which rule raised a sheet, and the warning that stands for it. 'positive' is a cutoff without a rule, 'critical' a critical answer.
create table screening_hits (
  org_id        text not null,
  rule_id       text not null,
  child_exam_id text not null,
  exam_id       text not null,
  child_id      text not null,
  warn_id       text not null,
  raised_at     timestamptz not null,
  primary key (org_id, rule_id, child_exam_id),
  foreign key (org_id, child_exam_id) references exam_sheets (org_id, child_exam_id) on delete cascade
);
create index screening_hits_child on screening_hits (org_id, child_id);

-- The step of a case that says who was informed, when and how; the words are in its text.
alter table case_steps add column informed text[];
alter table case_steps add column informed_at timestamptz;
alter table case_steps add column informed_how smallint;

alter table screening_hits enable row level security;
alter table screening_hits force row level security;
create policy tenant on screening_hits using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert on screening_hits to xinyu_app;
