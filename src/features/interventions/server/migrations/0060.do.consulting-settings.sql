-- What a school lets guardians see of consultations; without a row they see nothing.
create table consulting_settings (
  org_id        text primary key,
  guardians_see boolean not null default false,
  updated_at    timestamptz not null
);
alter table consulting_settings enable row level security;
alter table consulting_settings force row level security;
create policy tenant on consulting_settings using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on consulting_settings to xinyu_app;
