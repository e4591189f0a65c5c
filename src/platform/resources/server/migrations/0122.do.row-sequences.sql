-- The last number of each counter of a tenant's fields with a sequence (x-sequence).
create table row_sequences (
  org_id  text not null references orgs on delete cascade,
  entity  text not null,
  field   text not null,
  counter text not null,
  last    integer not null,
  primary key (org_id, entity, field, counter)
);

alter table row_sequences enable row level security;
alter table row_sequences force row level security;
create policy tenant on row_sequences using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on row_sequences to xinyu_app;
