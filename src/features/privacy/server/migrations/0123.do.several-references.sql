-- Fields of tenants may refer to several rows. A row that names a child alone is the child's: it is exported and erased
-- with the child. A row that names others too is theirs as well: it is exported, and an erasure leaves the child out of it.
create function belongs_to_child(ext jsonb, child text) returns boolean immutable parallel safe language sql set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from jsonb_each(ext) e where e.value = to_jsonb(child) or e.value = jsonb_build_array(child))
$$;

create function names_child(ext jsonb, child text) returns boolean immutable parallel safe language sql set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from jsonb_each(ext) e where e.value = to_jsonb(child) or (jsonb_typeof(e.value) = 'array' and jsonb_exists(e.value, child)))
$$;

-- The same values without the child; a list of which nothing is left goes as well.
create function without_child(ext jsonb, child text) returns jsonb immutable parallel safe language sql set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_object_agg(e.key, case when jsonb_typeof(e.value) = 'array' then e.value - child else e.value end), '{}')
  from jsonb_each(ext) e where e.value <> to_jsonb(child) and e.value <> jsonb_build_array(child)
$$;

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
  select 'tenant_rows', 'belongs_to_child(t.ext, $1)', 0
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
    where t.org_id = current_setting('app.org_id', true) and belongs_to_child(t.ext, child);
  return ids || coalesce(found, '{}');
end $$;

create or replace function forget_child(child text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
begin
  for name in
    select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('org_id', 'ext') and not a.attisdropped)
  loop
    execute format('update %I t set ext = without_child(t.ext, $1) where t.org_id = $2 and names_child(t.ext, $1)', name)
      using child, current_setting('app.org_id', true);
  end loop;
  delete from legal_holds h where h.org_id = current_setting('app.org_id', true) and h.subject_id = child;
end $$;

create or replace function rows_of_child(child text) returns table (of_table text, body jsonb) stable language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  ids text[] := ids_of_child(child);
begin
  for one in select * from tables_of_child() t order by t.of_table loop
    return query execute format('select %L::text, to_jsonb(t) from %I t where t.org_id = current_setting(''app.org_id'', true) and (%s)', one.of_table, one.of_table, one.condition) using child, ids;
  end loop;
  return query select 'tenant_rows', to_jsonb(t) from tenant_rows t
    where t.org_id = current_setting('app.org_id', true) and names_child(t.ext, child) and not belongs_to_child(t.ext, child);
end $$;
