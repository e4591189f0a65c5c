-- Scores of scales without items that were computed elsewhere: one row for a student, a scale, a dimension and a day. A day's rows of a student and a scale are one sheet, which is scored like the others.
create table exam_totals (
  org_id        text not null,
  total_id      text not null,
  child_id      text not null,
  scale_id      text not null,
  dimension     text not null,                         -- its title, as in the file
  dimension_id  text not null,
  score         double precision not null,
  tested_on     date not null,
  exam_id       text not null,
  child_exam_id text not null,
  created_by    text not null,
  ext           jsonb not null default '{}',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (org_id, total_id),
  constraint exam_totals_once unique (org_id, child_exam_id, dimension_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade
);
create index exam_totals_child on exam_totals (org_id, child_id);
create index exam_totals_day on exam_totals (org_id, tested_on desc, total_id);
alter table exam_totals enable row level security;
alter table exam_totals force row level security;
create policy tenant on exam_totals using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on exam_totals to xinyu_app;

-- Imported ones are told apart everywhere. Only these sheets may be deleted: an import can be undone.
alter table exams add column imported boolean not null default false;
alter table exam_sheets add column imported boolean not null default false;
alter table exam_results add column source text not null default 'answered' check (source in ('answered', 'imported'));
grant delete on exam_sheets to xinyu_app;
create policy imported_only on exam_sheets as restrictive for delete to xinyu_app using (imported);

-- Who asked for a recalculation, and which results it ended.
alter table exams add column recalculated_by text;
alter table exam_results add column ended_by text;
