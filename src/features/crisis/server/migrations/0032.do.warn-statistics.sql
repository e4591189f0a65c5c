-- What is counted of warnings, for statistics over whole years: the institution above a school reads these counts and no row about a child. Each count says of
-- how many different students it is, since a number about a few is not told (src/shared/rules/warn-statistics.ts).
create table warn_counts (
  org_id   text not null,
  year     smallint not null, -- the school year's first calendar year; one begins on 1 September
  part     text not null,     -- '' for the whole school, else a grade: period-grade
  dim      text not null,     -- what is counted: all, month, grade, class, verdict, source, rule, verified, verify, contacted, contact
  key      text not null,
  n        integer not null,
  children integer not null,
  primary key (org_id, year, part, dim, key)
);
-- What each student counts for: taken away and put in anew when anything of theirs changes, so that a verdict, another level, an import and an erasure come out right.
create table warn_tallies (
  org_id   text not null,
  child_id text not null,
  cells    jsonb not null, -- [year, part, dim, key] as a text: how often
  primary key (org_id, child_id)
);

-- Minutes, in steps of a fourth of a doubling.
create function warn_duration_step(since timestamptz, until timestamptz) returns text language sql immutable as
  $$ select floor(4 * ln(greatest(extract(epoch from until - since) / 60, 0) + 1) / ln(2))::int::text $$;

create function warn_tally(org text, child text) returns jsonb language sql stable as $$
  with local as (
    select w.*, w.reported_at at time zone interval '08:00' as at, w.period || '-' || w.grade as part,
      case w.valid_status when 0 then 'pending' when 2 then 'invalid' else w.crisis_level::text end as verdict
    from warns w where w.org_id = org and w.child_id = child and not w.drill
  ), cells as (
    select extract(year from at - interval '8 months')::int as year, cell.part, cell.dim, cell.key
    from local cross join lateral (values
      ('', 'all', ''), ('', 'month', to_char(at, 'YYYY-MM')), ('', 'grade', local.part), ('', 'verdict', verdict), ('', 'source', source::text),
      ('', 'rule', jsonb_build_array(source, rule, valid_status)::text),
      ('', 'verified', case when verified_at is not null then '' end), ('', 'verify', warn_duration_step(reported_at, verified_at)),
      (local.part, 'all', ''), (local.part, 'month', to_char(at, 'YYYY-MM')), (local.part, 'verdict', verdict), (local.part, 'source', source::text), (local.part, 'class', class_name)
    ) as cell (part, dim, key)
    union all
    select extract(year from (c.opened_at at time zone interval '08:00') - interval '8 months')::int, '', cell.dim, cell.key
    from crisis_cases c cross join lateral (values ('contacted', ''), ('contact', warn_duration_step(c.opened_at, c.first_contact_at))) as cell (dim, key)
    where c.org_id = org and c.child_id = child and c.first_contact_at is not null
  )
  select coalesce(jsonb_object_agg(cell, n), '{}') from (
    select jsonb_build_array(year, part, dim, key)::text as cell, count(*) as n from cells where part is not null and key is not null group by 1
  ) as counted
$$;

-- What a student counts for is what changes the counts, so that a student whose rows are all removed takes them along in whatever order.
create function count_tally() returns trigger language plpgsql as $$
declare
  org text := coalesce(new.org_id, old.org_id);
begin
  insert into warn_counts as c (org_id, year, part, dim, key, n, children)
  select org, (cell->>0)::smallint, cell->>1, cell->>2, cell->>3, n, children
  from (
    select key::jsonb as cell, coalesce(a.value::int, 0) - coalesce(b.value::int, 0) as n, (a.value is not null)::int - (b.value is not null)::int as children
    from jsonb_each_text(coalesce(new.cells, '{}')) a full join jsonb_each_text(coalesce(old.cells, '{}')) b using (key)
  ) as changed
  where n <> 0 or children <> 0
  order by 2, 3, 4, 5
  on conflict (org_id, year, part, dim, key) do update set n = c.n + excluded.n, children = c.children + excluded.children;
  return null;
end $$;
create trigger count_tally after insert or delete or update of cells on warn_tallies for each row execute function count_tally();

create function count_warns_of(org text, child text) returns void language plpgsql as $$
declare is_now jsonb;
begin
  insert into warn_tallies (org_id, child_id, cells) values (org, child, '{}') on conflict do nothing;
  -- One after the other for each student: what another transaction wrote meanwhile is seen by the count that follows.
  perform from warn_tallies where org_id = org and child_id = child for update;
  is_now := warn_tally(org, child);
  if is_now = '{}' then
    delete from warn_tallies where org_id = org and child_id = child;
  else
    insert into warn_tallies as t (org_id, child_id, cells) values (org, child, is_now) on conflict (org_id, child_id) do update set cells = excluded.cells where t.cells <> excluded.cells;
  end if;
end $$;

create function count_warns() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_warns_of(old.org_id, old.child_id); end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or (new.org_id, new.child_id) is distinct from (old.org_id, old.child_id)) then perform count_warns_of(new.org_id, new.child_id); end if;
  return null;
end $$;
-- At the end of a transaction: counts that all of a school share are held for its commit alone, and nobody waits for them with another lock in hand.
create constraint trigger count_warns after insert or delete or update of child_id, class_name, period, grade, source, rule, reported_at, valid_status, crisis_level, verified_at, drill on warns
  deferrable initially deferred for each row execute function count_warns();
create constraint trigger count_warns after insert or delete or update of child_id, opened_at, first_contact_at on crisis_cases
  deferrable initially deferred for each row execute function count_warns();

do $$
declare t text;
begin
  foreach t in array array['warn_counts', 'warn_tallies'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
-- An institution reads the counts of its schools.
create policy institution on warn_counts for select using (org_id in (select o.org_id from orgs o where o.parent_org_id = nullif(current_setting('app.org_id', true), '')));
grant select, insert, update, delete on warn_counts, warn_tallies to xinyu_app;

-- What there is already.
do $$
declare t text;
begin
  for t in select org_id from tenants loop
    perform set_config('app.org_id', t, true);
    perform count_warns_of(w.org_id, w.child_id) from (select distinct org_id, child_id from warns where org_id = t) w;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
