-- What an organisation has set of its security layer. Without a row everything is on.
create table security_settings (
  org_id                  text primary key references orgs on delete cascade,
  permit                  boolean not null default true, -- off turns all of it off
  watermark               boolean not null default true,
  desensitization         boolean not null default true,
  authorization_secondary boolean not null default true,
  unprotected             text[] not null default '{}',  -- page groups that were taken out of protection
  role_flags              jsonb not null default '{}',   -- role id → flags that are on
  updated_at              timestamptz not null
);

alter table security_settings enable row level security;
alter table security_settings force row level security;
create policy tenant on security_settings using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on security_settings to xinyu_app;
