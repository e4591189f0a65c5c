-- Everything that the database holds of a child, found by its own catalogue, so that no later table is forgotten: tables with a child_id, what refers to
-- their rows by a foreign key, and what names the ids of such rows otherwise. In a condition $1 is the child and $2 the ids of its rows.
create function tables_of_child() returns table (of_table text, condition text, depth integer) stable language sql set search_path = pg_catalog, public, pg_temp as $$
  with recursive
    roots as (
      select c.oid from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'erasures'
        and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('org_id', 'child_id') and not a.attisdropped)
    ),
    keys as (
      select f.conrelid, f.confrelid,
        (select string_agg(format('t.%I', a.attname), ', ' order by k.n) from unnest(f.conkey) with ordinality k(num, n) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num) as own,
        (select string_agg(format('t.%I', a.attname), ', ' order by k.n) from unnest(f.confkey) with ordinality k(num, n) join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num) as theirs
      from pg_constraint f where f.contype = 'f' and f.conrelid <> f.confrelid and f.conrelid not in (select oid from roots)
    ),
    below (oid, condition, depth) as (
      select oid, 't.child_id = $1', 0 from roots
      union all
      select k.conrelid, format('(%s) in (select %s from %I t where t.org_id = current_setting(''app.org_id'', true) and %s)', k.own, k.theirs, p.relname, b.condition) collate "default", b.depth + 1
      from below b join keys k on k.confrelid = b.oid join pg_class p on p.oid = b.oid where b.depth < 5
    )
  select c.relname::text, string_agg(distinct '(' || b.condition || ')', ' or '), max(b.depth) from below b join pg_class c on c.oid = b.oid group by c.relname
  union all
  select m.of_table, format('t.%I = any ($2)', m.names), 9
  from (values ('import_rows', 'row_id'), ('media_infos', 'owner_id'), ('row_versions', 'row_id'), ('escalations', 'warn_id'), ('notices', 'subject_id'), ('reminders', 'subject_id')) m (of_table, names)
  where to_regclass(m.of_table) is not null
$$;

-- The ids of a child's rows, where a row has one of its own; its own id among them.
create function ids_of_child(child text) returns text[] stable language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  found text[];
  ids text[] := '{}';
begin
  for one in
    select t.of_table, t.condition, (select a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.attname <> 'org_id') as id
    from tables_of_child() t join pg_index i on i.indrelid = to_regclass(t.of_table) and i.indisprimary and i.indnatts = 2 where t.depth < 9
  loop
    execute format('select array_agg(t.%I::text) from %I t where t.org_id = current_setting(''app.org_id'', true) and (%s)', one.id, one.of_table, one.condition) into found using child;
    ids := ids || coalesce(found, '{}');
  end loop;
  return ids;
end $$;

create function rows_of_child(child text) returns table (of_table text, body jsonb) stable language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  ids text[] := ids_of_child(child);
begin
  for one in select * from tables_of_child() t order by t.of_table loop
    return query execute format('select %L::text, to_jsonb(t) from %I t where t.org_id = current_setting(''app.org_id'', true) and (%s)', one.of_table, one.of_table, one.condition) using child, ids;
  end loop;
end $$;

-- Removes all of it, and is the one thing that may: the product's own role deletes none of these rows. Whoever is at the school still is left alone.
create function erase_child(child text) returns table (of_table text, erased bigint) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org text := current_setting('app.org_id', true);
  ids text[] := ids_of_child(child);
  left_to_do text[];
  again text[];
  name text;
  condition text;
  n bigint;
begin
  if not exists (select from students s where s.org_id = org and s.child_id = child and s.study_status in (3, 4)) then
    raise exception 'no student of this organisation who has left' using errcode = 'insufficient_privilege';
  end if;
  -- What refers to others goes before them; where two kinds refer to each other's, whoever is refused is tried again.
  select array_agg(t.of_table order by t.depth desc, t.of_table = 'students') into left_to_do from tables_of_child() t;
  while cardinality(left_to_do) > 0 loop
    again := '{}';
    foreach name in array left_to_do loop
      select t.condition into condition from tables_of_child() t where t.of_table = name;
      begin
        execute format('delete from %I t where t.org_id = $3 and (%s)', name, condition) using child, ids, org;
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
revoke execute on function erase_child(text) from public;
grant execute on function erase_child(text) to xinyu_app;

-- The half of a child's key that is its own; with the tenant's data key it opens what the operation log tells of the child's data. Entries of the log stay
-- for ever: once this half is gone, nobody opens them.
create table child_keys (
  org_id   text not null references orgs on delete cascade,
  child_id text not null,
  half     text not null,
  primary key (org_id, child_id)
);

-- Whose data were erased, with the ids of the rows that there were, and nothing else: so that the log calls them by no name any more, and a database put
-- back from a backup can be brought up to it.
create table erasures (
  org_id    text not null references orgs on delete cascade,
  row_id    text not null,
  child_id  text not null,
  erased_at timestamptz not null,
  erased_by text not null,
  primary key (org_id, row_id)
);

do $$
declare t text;
begin
  foreach t in array array['child_keys', 'erasures'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert on child_keys, erasures to xinyu_app;

create function child_keys_added() returns trigger language plpgsql as $$
begin
  insert into child_keys (org_id, child_id, half) select s.org_id, s.child_id, gen_random_uuid()::text || gen_random_uuid()::text from added s on conflict do nothing;
  return null;
end $$;
create trigger child_keys_added after insert on students referencing new table as added for each statement execute function child_keys_added();

alter table students no force row level security;
alter table child_keys no force row level security;
insert into child_keys (org_id, child_id, half) select org_id, child_id, gen_random_uuid()::text || gen_random_uuid()::text from students;
alter table students force row level security;
alter table child_keys force row level security;

-- Years that a school keeps what it holds of a student who has left.
alter table security_settings add column retention_years smallint not null default 3 check (retention_years between 1 and 60);
