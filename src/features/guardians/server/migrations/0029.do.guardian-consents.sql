-- Which guardian of a child consented to what, when, and how the school came to know. Rows are added; what ends one is its withdrawal.
create table guardian_consents (
  org_id        text not null,
  consent_id    text not null,
  child_id      text not null,
  guardian_id   text not null,     -- as known then; the row outlives the guardian's
  guardian_name text not null,     -- sealed
  relation      smallint not null, -- guardian_relation
  text_version  text not null,
  how           smallint not null, -- consent_how
  consented_on  date not null,
  recorded_by   text not null,
  recorded_at   timestamptz not null,
  withdrawn_at  timestamptz,
  withdrawn_by  text,
  primary key (org_id, consent_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade
);
-- The same guardian consents to the same text once, until it is withdrawn.
create unique index guardian_consents_in_force on guardian_consents (org_id, child_id, guardian_id, text_version) where withdrawn_at is null;
create index guardian_consents_child on guardian_consents (org_id, child_id, recorded_at);

alter table guardian_consents enable row level security;
alter table guardian_consents force row level security;
create policy tenant on guardian_consents using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on guardian_consents to xinyu_app;
