-- Whom an organisation's identity server means by a subject. Set at the first sign-in, because login names change hands and subjects do not.
create table sso_subjects (
  org_id   text not null references orgs on delete cascade,
  issuer   text not null,
  subject  text not null,                -- `sub`: unique and permanent at the issuer
  user_id  text not null references accounts on delete cascade,
  bound_at timestamptz not null,
  primary key (org_id, issuer, subject),
  constraint sso_subjects_one_each unique (org_id, user_id)
);
alter table sso_subjects enable row level security;
alter table sso_subjects force row level security;
create policy tenant on sso_subjects using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, delete on sso_subjects to xinyu_app;
