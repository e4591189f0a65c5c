-- What is open now is counted as well, under the year 0: students with a warning that waits for its verdict, and students with an open case by its level.
create or replace function warn_tally(org text, child text) returns jsonb language sql stable as $$
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
    union all
    select 0, '', 'waiting', '' from local where valid_status = 0
    union all
    select 0, '', 'open', c.crisis_level::text from crisis_cases c where c.org_id = org and c.child_id = child and c.closed_at is null
  )
  select coalesce(jsonb_object_agg(cell, n), '{}') from (
    select jsonb_build_array(year, part, dim, key)::text as cell, count(*) as n from cells where part is not null and key is not null group by 1
  ) as counted
$$;

create constraint trigger count_open_cases after update of crisis_level, closed_at on crisis_cases
  deferrable initially deferred for each row execute function count_warns();

-- What there is already.
do $$
declare t text;
begin
  for t in select org_id from tenants loop
    perform set_config('app.org_id', t, true);
    perform count_warns_of(o.org_id, o.child_id) from (
      select org_id, child_id from warns where org_id = t and valid_status = 0
      union select org_id, child_id from crisis_cases where org_id = t and closed_at is null
    ) o;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
