-- Rows of a tenant's own resources that name a child are the child's too: found by the value, so that a field that was hidden, renamed or removed since is
-- not forgotten. A child's id is random and is no other text.
create or replace function tables_of_child() returns table (of_table text, condition text, depth integer) stable language sql set search_path = pg_catalog, public, pg_temp as $$
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
  union all
  select 'tenant_rows', 'exists (select from jsonb_each_text(t.ext) e where e.value = $1)', 0
$$;

-- The ids of a child's rows, where a row has one of its own, and the child's own id.
create or replace function ids_of_child(child text) returns text[] stable language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
  select array_agg(t.row_id) into found from tenant_rows t
    where t.org_id = current_setting('app.org_id', true) and exists (select from jsonb_each_text(t.ext) e where e.value = child);
  return ids || coalesce(found, '{}');
end $$;

create or replace function erase_child(child text) returns table (of_table text, erased bigint) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
  -- Rows that refer to others are deleted before them; a table that is refused is tried again.
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
  -- A row of another table is not about the child, but may name it in a field of the tenant.
  for name in
    select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('org_id', 'ext') and not a.attisdropped)
  loop
    execute format('update %I t set ext = (select coalesce(jsonb_object_agg(e.key, e.value), ''{}'') from jsonb_each(t.ext) e where e.value <> to_jsonb($1::text)) '
      'where t.org_id = $2 and exists (select from jsonb_each_text(t.ext) e where e.value = $1)', name) using child, org;
  end loop;
end $$;
