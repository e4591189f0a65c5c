-- What differs between the school and a roster that was received: proposed, and decided on by a person. Ids only.
create table roster_proposals (
  org_id      text not null references orgs on delete cascade,
  proposal_id text not null,                     -- kind and rows, so that a roster that says it again proposes it once
  kind        text not null,                     -- roster_proposal of schemas/enums.json
  child_id    text,
  user_id     text references accounts on delete cascade,
  class_id    text,                              -- the class that is missing, or the one that the student moves to
  file_name   text not null,
  found_at    timestamptz not null,
  kept_at     timestamptz,                       -- a person decided that nothing changes
  kept_by     text,
  primary key (org_id, proposal_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade,
  foreign key (org_id, class_id) references classes (org_id, class_id) on delete cascade
);
create index roster_proposals_child on roster_proposals (org_id, child_id);
create index roster_proposals_class on roster_proposals (org_id, class_id);
create index roster_proposals_user on roster_proposals (user_id);

alter table roster_proposals enable row level security;
alter table roster_proposals force row level security;
create policy tenant on roster_proposals using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on roster_proposals to xinyu_app;
