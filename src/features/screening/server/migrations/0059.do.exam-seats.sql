-- When a device that has a sheet open was last heard from, and how many answers it still has to send. Counts only, never an answer.
create table exam_seats (
  org_id        text not null,
  child_exam_id text not null,
  device        text not null,
  unsent        smallint not null check (unsent >= 0),
  contact_at    timestamptz not null,
  primary key (org_id, child_exam_id, device),
  foreign key (org_id, child_exam_id) references exam_sheets (org_id, child_exam_id) on delete cascade
);
alter table exam_seats enable row level security;
alter table exam_seats force row level security;
create policy tenant on exam_seats using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on exam_seats to xinyu_app;
