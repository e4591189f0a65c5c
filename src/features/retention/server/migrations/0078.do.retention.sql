-- How long each kind of data about students is kept after they have left, who may not be touched, and erasures that two people approve.
create table retention_terms (
  org_id text not null references orgs on delete cascade,
  kind   text not null,                               -- RETENTION_KINDS of features/retention/rules.ts
  years  smallint not null check (years between 1 and 60),
  primary key (org_id, kind)
);

-- A student with a hold in force is not erased. The columns of students are called subject_id here, so that these rows
-- are not taken for data about the child (tables_of_child): a hold is not disclosed, and not moved with the data.
create table legal_holds (
  org_id      text not null references orgs on delete cascade,
  hold_id     text not null,
  subject_id  text not null,
  reason      text not null,                          -- encrypted
  set_by      text not null,
  set_at      timestamptz not null,
  lifted_by   text,
  lifted_at   timestamptz,
  lift_reason text,                                   -- encrypted
  primary key (org_id, hold_id)
);
create unique index legal_holds_in_force on legal_holds (org_id, subject_id) where lifted_at is null;

create table erasure_runs (
  org_id       text not null references orgs on delete cascade,
  run_id       text not null,
  status       smallint not null default 1 check (status between 1 and 4), -- 1 proposed, 2 approved, 3 ended, 4 refused
  reason       text not null,                         -- encrypted
  proposed_by  text not null,
  proposed_at  timestamptz not null,
  decided_by   text,
  decided_at   timestamptz,
  refusal      text,                                  -- encrypted
  erase_after  timestamptz,                           -- the end of the quarantine
  ended_at     timestamptz,
  primary key (org_id, run_id)
);
create unique index erasure_runs_one_proposed on erasure_runs (org_id) where status = 1;

create table erasure_items (
  org_id      text not null,
  run_id      text not null,
  subject_id  text not null,
  kinds       text[] not null,                        -- 'record' alone: everything
  status      smallint not null check (status between 1 and 6), -- 1 listed, 2 not touched, 3 to be moved, 4 in quarantine, 5 taken back, 6 erased
  why         text[] not null default '{}',           -- why it is not touched
  total       integer not null default 0,             -- rows, as listed and then as moved
  changed_by  text,
  changed_at  timestamptz,
  primary key (org_id, run_id, subject_id),
  foreign key (org_id, run_id) references erasure_runs (org_id, run_id) on delete cascade
);
create index erasure_items_status on erasure_items (org_id, status, run_id) where status in (3, 4);
create unique index erasure_items_once on erasure_items (org_id, subject_id) where status in (3, 4);

-- Rows in quarantine, as they were. They are in no table that anything else reads.
create table quarantined_rows (
  org_id     text not null,
  run_id     text not null,
  subject_id text not null,
  row_no     bigint generated always as identity,
  of_table   text not null,
  body       jsonb not null,
  primary key (org_id, run_id, subject_id, row_no),
  foreign key (org_id, run_id, subject_id) references erasure_items (org_id, run_id, subject_id) on delete cascade
);
create index quarantined_rows_subject on quarantined_rows (org_id, subject_id);

do $$
declare t text;
begin
  foreach t in array array['retention_terms', 'legal_holds', 'erasure_runs', 'erasure_items', 'quarantined_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update on retention_terms, legal_holds, erasure_runs, erasure_items to xinyu_app;
grant select on quarantined_rows to xinyu_app;

-- While data are in quarantine, the log calls them by no name, as after the erasure.
alter table erasures add column final boolean not null default true;

-- Scoring locks sheets first, then the counts of the school, then reads the students. What deletes results does the
-- same, before it locks the student: otherwise both wait for each other.
create function lock_counts_of_child(child text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  org text := current_setting('app.org_id', true);
begin
  perform from exam_sheets h where h.org_id = org and h.child_id = child order by h.child_exam_id for update;
  perform pg_advisory_xact_lock(hashtext('exam_counts'), hashtext(org));
end $$;

-- Tallies that go with their sheets, as where an import is undone, take the same lock.
create or replace function count_exam_tallies() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform pg_advisory_xact_lock(hashtext('exam_counts'), hashtext(org)) from (select distinct org_id as org from removed order by 1) orgs;
    perform add_exam_counts((select jsonb_agg(jsonb_build_array(org_id, exam_id, cells)) from removed), -1);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_advisory_xact_lock(hashtext('exam_counts'), hashtext(org)) from (select distinct org_id as org from added order by 1) orgs;
    perform add_exam_counts((select jsonb_agg(jsonb_build_array(org_id, exam_id, cells)) from added), 1);
  end if;
  return null;
end $$;

-- Some tables, and all whose rows go with theirs.
create function tables_with_dependents(among text[]) returns text[] stable language sql set search_path = pg_catalog, public, pg_temp as $$
  with recursive below (name) as (
    select unnest(among)
    union
    select c.relname::text collate "default" from below b join pg_constraint f on f.contype = 'f' and f.confrelid = to_regclass(b.name) join pg_class c on c.oid = f.conrelid
  )
  select array_agg(name) from below
$$;

-- The tables of a child with one condition each; with `among` only these, and what names the ids of their rows.
create function conditions_of_child(among text[]) returns table (of_table text, condition text, depth integer) stable language sql set search_path = pg_catalog, public, pg_temp as $$
  select t.of_table, string_agg('(' || t.condition || ')', ' or '), max(t.depth) from tables_of_child() t
  where among is null or t.of_table = any (among) or t.depth = 9 group by t.of_table
$$;

-- Like ids_of_child, of some tables only.
create function ids_of_child_among(child text, among text[]) returns text[] stable language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  found_ids text[];
  ids text[] := '{}';
begin
  if among is null then return ids_of_child(child); end if;
  for one in
    select t.of_table, t.condition, (select a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.attname <> 'org_id') as id
    from tables_of_child() t join pg_index i on i.indrelid = to_regclass(t.of_table) and i.indisprimary and i.indnatts = 2 where t.depth < 9 and t.of_table = any (among)
  loop
    execute format('select array_agg(t.%I::text) from %I t where t.org_id = current_setting(''app.org_id'', true) and (%s)', one.id, one.of_table, one.condition) into found_ids using child;
    ids := ids || coalesce(found_ids, '{}');
  end loop;
  return ids;
end $$;

-- Deletes rows of a child. Rows that refer to others are deleted before them; a table that is refused is tried again.
create function delete_rows_of_child(child text, ids text[], among text[]) returns table (of_table text, erased bigint) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  org text := current_setting('app.org_id', true);
  left_to_do text[];
  again text[];
  name text;
  rule text;
  n bigint;
begin
  select array_agg(t.of_table order by t.depth desc, t.of_table = 'students') into left_to_do from conditions_of_child(among) t;
  while cardinality(left_to_do) > 0 loop
    again := '{}';
    foreach name in array left_to_do loop
      select t.condition into rule from conditions_of_child(among) t where t.of_table = name;
      begin
        execute format('delete from %I t where t.org_id = $3 and (%s)', name, rule) using child, ids, org;
        get diagnostics n = row_count;
        if n > 0 then of_table := name; erased := n; return next; end if;
      exception when foreign_key_violation then
        again := again || name;
      end;
    end loop;
    if cardinality(again) = cardinality(left_to_do) then raise exception 'rows of a child refer to each other' using errcode = 'foreign_key_violation'; end if;
    left_to_do := again;
  end loop;
end $$;

-- A row of another table is not about the child, but may name it in a field of the tenant.
create function forget_child(child text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
begin
  for name in
    select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('org_id', 'ext') and not a.attisdropped)
  loop
    execute format('update %I t set ext = (select coalesce(jsonb_object_agg(e.key, e.value), ''{}'') from jsonb_each(t.ext) e where e.value <> to_jsonb($1::text)) '
      'where t.org_id = $2 and exists (select from jsonb_each_text(t.ext) e where e.value = $1)', name) using child, current_setting('app.org_id', true);
  end loop;
  delete from legal_holds h where h.org_id = current_setting('app.org_id', true) and h.subject_id = child;
end $$;

create function refuse_hold(child text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from legal_holds h where h.org_id = current_setting('app.org_id', true) and h.subject_id = child and h.lifted_at is null) then
    raise exception 'a legal hold is in force' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- As before, and with the lock of the counts. What is in quarantine of the child goes as well.
create or replace function erase_child(child text) returns table (of_table text, erased bigint) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org text := current_setting('app.org_id', true);
begin
  perform refuse_hold(child);
  if not exists (select from students s where s.org_id = org and s.child_id = child and s.study_status in (3, 4)) then
    raise exception 'no student of this organisation who has left' using errcode = 'insufficient_privilege';
  end if;
  perform lock_counts_of_child(child);
  return query select * from delete_rows_of_child(child, ids_of_child(child), null);
  delete from quarantined_rows q where q.org_id = org and q.subject_id = child;
  perform forget_child(child);
end $$;

-- Moves rows of a child who has left into quarantine: with `among` those of some tables, else everything, with guardians
-- who have no other child and the memberships. Counts are not moved: the tables make them anew.
create function quarantine_child(run text, child text, among text[], answers boolean) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org text := current_setting('app.org_id', true);
  whole boolean := among is null and not answers;
  chosen text[] := case when among is null then null else tables_with_dependents(among) end;
  ids text[];
  one record;
  n integer;
begin
  perform refuse_hold(child);
  if not exists (select from students s where s.org_id = org and s.child_id = child and s.study_status in (3, 4)) then
    raise exception 'no student of this organisation who has left' using errcode = 'insufficient_privilege';
  end if;
  perform lock_counts_of_child(child);
  if answers and not whole then
    insert into quarantined_rows (org_id, run_id, subject_id, of_table, body)
    select org, run, child, 'exam_sheets:answers', jsonb_build_object('child_exam_id', h.child_exam_id, 'answers', h.answers, 'draft_key', h.draft_key)
    from exam_sheets h where h.org_id = org and h.child_id = child and h.answers is not null and (h.scored_at is not null or h.submitted_at is null);
    update exam_sheets h set answers = null, draft_key = null from quarantined_rows q
    where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'exam_sheets:answers' and h.org_id = org and h.child_exam_id = q.body ->> 'child_exam_id';
  end if;
  if among is not null or whole then
    ids := ids_of_child_among(child, chosen);
    for one in select * from conditions_of_child(chosen) t where t.of_table not in ('exam_tallies', 'warn_tallies') loop
      execute format('insert into quarantined_rows (org_id, run_id, subject_id, of_table, body) select $3, $4, $1, %L, to_jsonb(t) from %I t where t.org_id = $3 and (%s)',
        one.of_table, one.of_table, one.condition) using child, ids, org, run;
    end loop;
    -- The step of a case that is about a record goes with the record.
    if whole is false and not ('case_steps' = any (chosen)) then
      insert into quarantined_rows (org_id, run_id, subject_id, of_table, body)
      select org, run, child, 'case_steps', to_jsonb(t) from case_steps t where t.org_id = org and t.record_id = any (ids);
      delete from case_steps t where t.org_id = org and t.record_id = any (ids);
    end if;
    if whole then
      insert into quarantined_rows (org_id, run_id, subject_id, of_table, body)
      select org, run, child, 'guardians', to_jsonb(g) from guardians g join guardian_children l on l.org_id = g.org_id and l.guardian_id = g.guardian_id
      where g.org_id = org and l.child_id = child
        and not exists (select from guardian_children o where o.org_id = org and o.guardian_id = g.guardian_id and o.child_id <> child);
      insert into quarantined_rows (org_id, run_id, subject_id, of_table, body)
      select org, run, child, 'memberships', to_jsonb(m) from memberships m
      where m.org_id = org and (m.user_id, m.identity) in (
        select q.body ->> 'user_id', case q.of_table when 'students' then 1 else 2 end from quarantined_rows q
        where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table in ('students', 'guardians'));
    end if;
    perform from delete_rows_of_child(child, ids, chosen);
    insert into quarantined_rows (org_id, run_id, subject_id, of_table, body)
    select org, run, child, 'media_files', to_jsonb(f) from media_files f where f.org_id = org
      and f.file_id in (select q.body ->> 'file_id' from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'media_infos')
      and not exists (select from media_infos m where m.org_id = org and m.file_id = f.file_id);
    delete from media_files f using quarantined_rows q
    where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'media_files' and f.org_id = org and f.file_id = q.body ->> 'file_id';
    delete from guardians g using quarantined_rows q
    where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'guardians' and g.org_id = org and g.guardian_id = q.body ->> 'guardian_id';
    delete from memberships m using quarantined_rows q
    where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'memberships'
      and m.org_id = org and m.user_id = q.body ->> 'user_id' and m.identity = (q.body ->> 'identity')::smallint;
  end if;
  if whole then
    insert into erasures (org_id, row_id, child_id, erased_at, erased_by, final)
    select org, id, child, r.decided_at, r.decided_by, false from (select distinct unnest(array[child] || ids) as id) of_child
    join erasure_runs r on r.org_id = org and r.run_id = run on conflict do nothing;
  end if;
  select count(*) into n from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child;
  return n;
end $$;

-- Puts rows back as they were. What a row referred to may be gone by now: a class or an account is left empty, a place in
-- a group is dropped; anything else stops the whole.
create function restore_child(run text, child text) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org text := current_setting('app.org_id', true);
  whole boolean := exists (select from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'students');
  left_to_do text[];
  again text[];
  name text;
  rule text;
  columns text;
  n integer;
begin
  update quarantined_rows q set body = q.body || '{"class_id": null}' where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'students'
    and not exists (select from classes c where c.org_id = org and c.class_id = q.body ->> 'class_id');
  update quarantined_rows q set body = q.body || '{"user_id": null}' where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table in ('students', 'guardians')
    and not exists (select from accounts a where a.user_id = q.body ->> 'user_id');
  delete from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child and
    ((q.of_table = 'custom_group_members' and not exists (select from custom_groups g where g.org_id = org and g.group_id = q.body ->> 'group_id'))
    or (q.of_table = 'memberships' and not exists (select from accounts a where a.user_id = q.body ->> 'user_id')));
  -- A guardian whose other child went into quarantine later comes back with the first one; where both are erased, the link goes.
  update quarantined_rows q set run_id = run, subject_id = child where q.org_id = org and q.subject_id <> child and q.of_table in ('guardians', 'memberships') and exists (
    select from quarantined_rows l join quarantined_rows g on g.org_id = org and g.of_table = 'guardians' and g.body ->> 'guardian_id' = l.body ->> 'guardian_id'
    where l.org_id = org and l.run_id = run and l.subject_id = child and l.of_table = 'guardian_children' and g.subject_id = q.subject_id
      and (g.row_no = q.row_no or (q.of_table = 'memberships' and q.body ->> 'user_id' = g.body ->> 'user_id')));
  delete from quarantined_rows l where l.org_id = org and l.run_id = run and l.subject_id = child and l.of_table = 'guardian_children'
    and not exists (select from guardians g where g.org_id = org and g.guardian_id = l.body ->> 'guardian_id')
    and not exists (select from quarantined_rows g where g.org_id = org and g.run_id = run and g.subject_id = child and g.of_table = 'guardians' and g.body ->> 'guardian_id' = l.body ->> 'guardian_id');
  select count(*) into n from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child;

  select array_agg(distinct q.of_table) into left_to_do from quarantined_rows q
  where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table <> 'exam_sheets:answers';
  while cardinality(left_to_do) > 0 loop
    again := '{}';
    foreach name in array left_to_do loop
      -- Columns that were added since keep their defaults.
      select string_agg(quote_ident(a.attname), ', ') into columns from pg_attribute a
      where a.attrelid = to_regclass(name) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and exists (select from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = name and q.body ? a.attname);
      begin
        -- The student's row has just made some by itself.
        if whole and name in ('enrolments', 'child_keys') then
          execute format('delete from %I t where t.org_id = $1 and t.child_id = $2', name) using org, child;
        end if;
        execute format('insert into %1$I (%2$s) overriding system value select %2$s from (select (jsonb_populate_record(null::%1$I, q.body)).* from quarantined_rows q '
          'where q.org_id = $1 and q.run_id = $2 and q.subject_id = $3 and q.of_table = %1$L order by q.row_no) r', name, columns) using org, run, child;
      exception when foreign_key_violation then
        again := again || name;
      end;
    end loop;
    if cardinality(again) = cardinality(left_to_do) then
      raise exception 'what % refers to is gone', again[1] using errcode = 'foreign_key_violation';
    end if;
    left_to_do := again;
  end loop;
  update exam_sheets h set answers = q.body ->> 'answers', draft_key = q.body ->> 'draft_key' from quarantined_rows q
  where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'exam_sheets:answers' and h.org_id = org and h.child_exam_id = q.body ->> 'child_exam_id';
  delete from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child;
  delete from erasures e where e.org_id = org and e.child_id = child and not e.final;
  return n;
end $$;

-- The end of a quarantine.
create function erase_quarantined(run text, child text) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org text := current_setting('app.org_id', true);
  whole boolean := exists (select from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child and q.of_table = 'students');
begin
  perform refuse_hold(child);
  delete from quarantined_rows q where q.org_id = org and q.run_id = run and q.subject_id = child;
  if whole then
    perform from delete_rows_of_child(child, array[child], null);
    perform forget_child(child);
    update erasures e set final = true where e.org_id = org and e.child_id = child;
  end if;
end $$;

do $$
declare f text;
begin
  foreach f in array array['delete_rows_of_child(text, text[], text[])', 'forget_child(text)', 'quarantine_child(text, text, text[], boolean)', 'restore_child(text, text)', 'erase_quarantined(text, text)'] loop
    execute 'revoke execute on function ' || f || ' from public';
  end loop;
end $$;
grant execute on function quarantine_child(text, text, text[], boolean), restore_child(text, text), erase_quarantined(text, text) to xinyu_app;
