-- A student changes school: the old school hands a package over, the new one accepts or declines it.

-- The names of all schools, so that a school can name another one. Nothing else of a school is visible to others.
create table school_names (
  org_id      text primary key references orgs on delete cascade,
  school_name text not null
);
create function note_school() returns trigger language plpgsql as $$
begin
  if new.org_type = 2 then
    insert into school_names (org_id, school_name) values (new.org_id, new.org_name)
    on conflict (org_id) do update set school_name = excluded.school_name;
  end if;
  return null;
end $$;
create trigger note_school after insert or update of org_name on orgs for each row execute function note_school();

-- At the old school, as long as it holds anything about the student: what was handed over, to whom, on what grounds.
create table transfers_sent (
  org_id      text not null references orgs on delete cascade,
  transfer_id text not null,
  child_id    text not null,
  to_org_id   text,                                    -- null: a file for another system
  to_name     text not null,
  parts       text[] not null,                         -- PARTS of features/transfers/rules.ts
  basis       text not null,                           -- encrypted: the guardian's consent, or the legal reason
  leaves_on   date,                                    -- of a student who had not left yet
  sent_by     text not null,
  sent_at     timestamptz not null,
  primary key (org_id, transfer_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade
);
create index transfers_sent_child on transfers_sent (org_id, child_id);
create index transfers_sent_at on transfers_sent (org_id, sent_at desc, transfer_id);

-- On the way: of the receiving school and under its key. The contents are gone once it is answered, withdrawn or expired.
create table transfer_packages (
  org_id      text not null references orgs on delete cascade, -- the receiving school
  transfer_id text not null,
  from_org_id text not null references orgs on delete cascade,
  from_name   text not null,
  parts       text[] not null,
  state       text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined', 'withdrawn', 'expired')),
  student     text,                                    -- encrypted: whom to look for among the own students
  content     text,                                    -- encrypted: sections
  summary     text,                                    -- encrypted: a PDF as base64
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  informed_at timestamptz,                             -- when the receiving school was notified
  answered_at timestamptz,
  answered_by text,
  answer      text,                                    -- why it was declined, encrypted under the key of the sending school
  told_at     timestamptz,                             -- when the sending school was notified of the answer
  primary key (org_id, transfer_id),
  check (org_id <> from_org_id),
  check (state = 'waiting' or (student is null and content is null and summary is null))
);
create unique index transfer_packages_sent on transfer_packages (from_org_id, transfer_id);
create index transfer_packages_due on transfer_packages (org_id, expires_at) where state = 'waiting';
create index transfer_packages_at on transfer_packages (org_id, sent_at desc, transfer_id);

-- At the new school: about its student, and so disclosed, kept and erased with everything else about the child.
create table received_records (
  org_id      text not null references orgs on delete cascade,
  transfer_id text not null,
  child_id    text not null,
  from_name   text not null,
  sent_at     timestamptz not null,
  accepted_by text not null,
  accepted_at timestamptz not null,
  summary     text,                                    -- encrypted: a PDF as base64
  primary key (org_id, transfer_id),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade
);
create index received_records_child on received_records (org_id, child_id);
create table received_sections (
  org_id      text not null,
  section_id  text not null,
  transfer_id text not null,
  child_id    text not null,
  position    smallint not null,
  part        text not null,
  title       text not null,
  body        text not null,                           -- encrypted: pairs of label and text as JSON
  primary key (org_id, section_id),
  foreign key (org_id, transfer_id) references received_records (org_id, transfer_id) on delete cascade
);
create index received_sections_record on received_sections (org_id, transfer_id, position);
create index received_sections_child on received_sections (org_id, child_id);

do $$
declare t text;
begin
  foreach t in array array['school_names', 'transfers_sent', 'transfer_packages', 'received_records', 'received_sections'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
create policy anybody on school_names for select using (true);
-- The one way from one school to another: the sender puts a package in, sees what became of it, and takes it back while
-- it waits, which empties it. It cannot answer in the receiver's place, nor change what was sent.
create policy sender_reads on transfer_packages for select using (from_org_id = nullif(current_setting('app.org_id', true), ''));
create policy sender_sends on transfer_packages for insert
  with check (from_org_id = nullif(current_setting('app.org_id', true), '') and state = 'waiting' and answered_by is null
    and exists (select from transfers_sent s where s.org_id = from_org_id and s.transfer_id = transfer_packages.transfer_id and s.to_org_id = transfer_packages.org_id));
create policy sender_takes_back on transfer_packages for update
  using (from_org_id = nullif(current_setting('app.org_id', true), ''))
  with check (from_org_id = nullif(current_setting('app.org_id', true), '') and state in ('withdrawn', 'accepted', 'declined', 'expired'));

create function keep_package() returns trigger language plpgsql as $$
begin
  if (new.org_id, new.transfer_id, new.from_org_id, new.from_name, new.parts, new.sent_at, new.expires_at)
    is distinct from (old.org_id, old.transfer_id, old.from_org_id, old.from_name, old.parts, old.sent_at, old.expires_at) then
    raise exception 'a package is not changed on its way' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'waiting' and new.state <> old.state then
    raise exception 'a package is answered once' using errcode = 'insufficient_privilege';
  end if;
  if old.from_org_id = nullif(current_setting('app.org_id', true), '') and new.state <> old.state and new.state <> 'withdrawn' then
    raise exception 'only the receiving school answers' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_package before update on transfer_packages for each row execute function keep_package();

-- Where the old school erases the student, nothing of the student stays on the way.
create function empty_package() returns trigger language plpgsql as $$
begin
  update transfer_packages p set state = 'withdrawn', student = null, content = null, summary = null
  where p.from_org_id = old.org_id and p.transfer_id = old.transfer_id and p.state = 'waiting';
  return null;
end $$;
create trigger empty_package after delete on transfers_sent for each row execute function empty_package();

grant select, insert, update on school_names to xinyu_app;
grant select, insert on transfers_sent, received_records, received_sections to xinyu_app;
grant select, insert, update on transfer_packages to xinyu_app;

-- Schools that there are already.
alter table orgs no force row level security;
alter table school_names no force row level security;
insert into school_names (org_id, school_name) select org_id, org_name from orgs where org_type = 2;
alter table orgs force row level security;
alter table school_names force row level security;
