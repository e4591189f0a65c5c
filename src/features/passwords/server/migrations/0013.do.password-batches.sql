-- New passwords for many students at once. They are made first and lie beside the old ones, hashed for signing in and sealed for the sheet; they
-- take effect in one transaction, when whoever began it fetches the sheet. So nobody ever has a password that no one knows.
create table password_batches (
  org_id       text not null references orgs on delete cascade,
  batch_id     text not null,
  user_id      text not null references accounts on delete cascade, -- who began it, and alone may fetch the sheet
  state        text not null check (state in ('preparing', 'ready', 'in_effect', 'received', 'cancelled', 'expired', 'failed')),
  total        integer not null,
  skipped      jsonb not null,
  attempts     smallint not null default 0,
  lease_until  timestamptz not null, -- until then somebody is at work
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  in_effect_at timestamptz,
  primary key (org_id, batch_id)
);
create unique index password_batches_open on password_batches (org_id) where state in ('preparing', 'ready');
create index password_batches_created on password_batches (org_id, created_at desc);

create table password_batch_items (
  org_id        text not null,
  batch_id      text not null,
  n             integer not null, -- the order of the sheet
  user_id       text not null,
  child_id      text not null,
  child_name    text not null,
  class_name    text,
  student_no    text not null,
  login_name    text not null,
  password_hash text,
  sealed        text,
  primary key (org_id, batch_id, n),
  foreign key (org_id, batch_id) references password_batches (org_id, batch_id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['password_batches', 'password_batch_items'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update, delete on password_batches, password_batch_items to xinyu_app;

-- Whether a person is anything but a student of this organisation: somebody else's student too, a parent, a teacher. A tenant sees no rows of
-- others; this answers yes or no, as the person would.
create function is_more_than_student(person text, org text) returns boolean language plpgsql as $$
declare
  was text := coalesce(current_setting('app.user_id', true), '');
  more boolean;
begin
  perform set_config('app.user_id', person, true);
  select exists (select from memberships m where m.user_id = person and (m.org_id <> org or m.identity <> 1)) into more;
  perform set_config('app.user_id', was, true);
  return more;
end $$;
