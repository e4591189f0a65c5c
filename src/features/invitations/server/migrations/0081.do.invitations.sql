-- Invitations to register, and what was registered with them. A code is stored as a hash only.
create table invitations (
  org_id            text not null references orgs on delete cascade,
  invitation_id     text not null,
  code_hash         text not null,
  code_type         smallint not null check (code_type in (1, 2)), -- 1 single, 2 group (`api.md`)
  valid_minutes     integer not null check (valid_minutes > 0),
  max_registrations integer not null check (max_registrations > 0),
  used              integer not null default 0 check (used between 0 and max_registrations),
  class_id          text,                                          -- everyone who registers joins this class
  maker             jsonb not null,                                -- with whose rights a registration is accepted without a review
  created_by        text not null,
  expires_at        timestamptz not null,
  revoked_at        timestamptz,
  revoked_by        text,
  ext               jsonb not null default '{}',
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (org_id, invitation_id),
  check (code_type = 2 or max_registrations = 1)
);
create unique index invitations_code on invitations (org_id, code_hash);
create index invitations_latest on invitations (org_id, created_at desc, invitation_id);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy tenant on invitations using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on invitations to xinyu_app;

-- Which school a code belongs to: it is sent before anything else is known. Hashes and ids only, outside of row-level security.
create table invitation_tenants (
  code_hash  text primary key,
  tenant     text not null references orgs on delete cascade,
  expires_at timestamptz not null
);
create index invitation_tenants_over on invitation_tenants (expires_at);
grant select, insert, delete on invitation_tenants to xinyu_app;

-- A registration until the school has decided. Password and mobile leave the row with the decision.
create table student_applications (
  org_id         text not null references orgs on delete cascade,
  application_id text not null,
  invitation_id  text not null,
  ticket         text not null,                                    -- of the page that sent it: a second send is the same registration
  kind           text not null check (kind in ('enrol', 'account')),
  child_name     text not null,
  name_pinyin    text not null default '',
  student_no     text not null,
  sex            smallint,
  class_id       text not null,
  mobile         text,
  password_hash  text,
  terms          integer not null,                                 -- version of the words that the person agreed to
  status         text not null default 'pending' check (status in ('pending', 'accepted', 'refused')),
  child_id       text,
  reason         text,
  decided_by     text,
  decided_at     timestamptz,
  ext            jsonb not null default '{}',
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  primary key (org_id, application_id),
  constraint student_applications_once unique (org_id, ticket),
  foreign key (org_id, invitation_id) references invitations (org_id, invitation_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade,
  check (status = 'pending' or password_hash is null)
);
create index student_applications_latest on student_applications (org_id, created_at desc, application_id);
create index student_applications_invitation on student_applications (org_id, invitation_id);
create index student_applications_child on student_applications (org_id, child_id);
create index student_applications_waiting on student_applications (org_id) where status = 'pending';
alter table student_applications enable row level security;
alter table student_applications force row level security;
create policy tenant on student_applications using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on student_applications to xinyu_app;

create table invitation_settings (
  org_id          text primary key references orgs on delete cascade,
  review          boolean not null default true,
  mobile_required boolean not null default false,
  updated_at      timestamptz not null default now()
);
alter table invitation_settings enable row level security;
alter table invitation_settings force row level security;
create policy tenant on invitation_settings using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update on invitation_settings to xinyu_app;
