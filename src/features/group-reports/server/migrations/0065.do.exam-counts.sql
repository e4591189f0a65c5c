-- What the results of a screening that follows an institution's plan count, for the institution's report. It reads these counts and no row about a child.
-- A student counts once, by the first sheet; withdrawn sheets count nowhere.
create table exam_counts (
  org_id       text not null, -- the school
  exam_id      text not null,
  part         text not null, -- grade: period-grade
  sex          smallint not null, -- 0 where it is not known
  scale_id     text not null,
  version      text not null,
  norm_set     text not null,
  dimension_id text not null,
  band_id      text not null, -- empty without a band
  state        text not null, -- attentive, marked, void
  n            integer not null,
  positive     integer not null,
  primary key (org_id, exam_id, part, sex, scale_id, version, norm_set, dimension_id, band_id, state),
  foreign key (org_id, exam_id) references exams (org_id, exam_id) on delete cascade
);
-- What each sheet counts for: taken away and put in anew when its results change, so that a recalculation, a withdrawal and an erasure come out right.
create table exam_tallies (
  org_id        text not null,
  child_exam_id text not null,
  exam_id       text not null,
  child_id      text not null,
  cells         jsonb not null, -- part, sex, scale, version, norm set, dimension, band, state, positive
  primary key (org_id, child_exam_id),
  foreign key (org_id, child_exam_id) references exam_sheets (org_id, child_exam_id) on delete cascade,
  foreign key (org_id, child_id) references students (org_id, child_id)
);
create index exam_tallies_child on exam_tallies (org_id, child_id);

-- Adds what tallies count for, or takes it away; in one order, so that two transactions do not wait for each other in a circle.
create function add_exam_counts(tallies jsonb, sign integer) returns void language sql as $$
  insert into exam_counts as c (org_id, exam_id, part, sex, scale_id, version, norm_set, dimension_id, band_id, state, n, positive)
  select t ->> 0, t ->> 1, cell ->> 0, (cell ->> 1)::smallint, cell ->> 2, cell ->> 3, cell ->> 4, cell ->> 5, cell ->> 6, cell ->> 7,
    sign * count(*)::int, sign * sum((cell ->> 8)::int)::int
  from jsonb_array_elements(tallies) t cross join lateral jsonb_array_elements(t -> 2) cell
  -- A screening that is removed takes its counts along.
  where exists (select from exams e where e.org_id = t ->> 0 and e.exam_id = t ->> 1)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  on conflict (org_id, exam_id, part, sex, scale_id, version, norm_set, dimension_id, band_id, state)
  do update set n = c.n + excluded.n, positive = c.positive + excluded.positive
$$;
create function count_exam_tallies() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_exam_counts((select jsonb_agg(jsonb_build_array(org_id, exam_id, cells)) from removed), -1);
  end if;
  if tg_op <> 'DELETE' then
    perform add_exam_counts((select jsonb_agg(jsonb_build_array(org_id, exam_id, cells)) from added), 1);
  end if;
  return null;
end $$;
create trigger count_added after insert on exam_tallies referencing new table as added for each statement execute function count_exam_tallies();
create trigger count_changed after update on exam_tallies referencing old table as removed new table as added for each statement execute function count_exam_tallies();
create trigger count_removed after delete on exam_tallies referencing old table as removed for each statement execute function count_exam_tallies();

create function tally_sheets(org text, ids text[]) returns void language plpgsql as $$
begin
  delete from exam_tallies where org_id = org and child_exam_id = any(ids);
  insert into exam_tallies (org_id, child_exam_id, exam_id, child_id, cells)
  select h.org_id, h.child_exam_id, h.exam_id, h.child_id,
    jsonb_agg(jsonb_build_array(coalesce(h.period || '-' || h.grade, ''), coalesce(s.sex, 0), r.scale_id, r.version, r.norm_set, d.dimension_id, coalesce(d.band_id, ''),
      case when not r.valid then 'void' when jsonb_array_length(r.marks) = 0 then 'attentive' else 'marked' end, r.positive::int))
  from exam_sheets h join exams e on e.org_id = h.org_id and e.exam_id = h.exam_id and e.bureau_plan_id is not null
  join students s on s.org_id = h.org_id and s.child_id = h.child_id
  join exam_results r on r.org_id = h.org_id and r.child_exam_id = h.child_exam_id and r.ended_at is null
  cross join lateral jsonb_to_recordset(r.dimensions) as d(dimension_id text, band_id text)
  where h.org_id = org and h.child_exam_id = any(ids) and h.attempt = 1 and h.withdrawn_at is null
  group by h.org_id, h.child_exam_id, h.exam_id, h.child_id;
end $$;

create function tally_results() returns trigger language plpgsql as $$
begin
  perform tally_sheets(a.org_id, array_agg(distinct a.child_exam_id))
  from added a join exams e on e.org_id = a.org_id and e.exam_id = a.exam_id and e.bureau_plan_id is not null group by a.org_id;
  return null;
end $$;
create trigger tally_results after insert on exam_results referencing new table as added for each statement execute function tally_results();

create function tally_withdrawn() returns trigger language plpgsql as $$
begin
  perform tally_sheets(new.org_id, array[new.child_exam_id]);
  return null;
end $$;
create trigger tally_withdrawn after update of withdrawn_at on exam_sheets for each row
  when ((new.withdrawn_at is null) <> (old.withdrawn_at is null)) execute function tally_withdrawn();

do $$
declare t text;
begin
  foreach t in array array['exam_counts', 'exam_tallies'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
-- An institution reads the counts of the screenings by which its schools follow its plans, while they belong to it.
create policy institution on exam_counts for select using (org_id <> nullif(current_setting('app.org_id', true), '') and (org_id, exam_id) in (
  select b.org_id, b.exam_id from bureau_answers b where b.bureau_id = nullif(current_setting('app.org_id', true), '')));
grant select, insert, update, delete on exam_counts, exam_tallies to xinyu_app;

-- What there is already.
do $$
declare t text;
begin
  for t in select org_id from tenants loop
    perform set_config('app.org_id', t, true);
    perform tally_sheets(t, array_agg(distinct r.child_exam_id)) from exam_results r join exams e on e.org_id = r.org_id and e.exam_id = r.exam_id
      where r.org_id = t and r.ended_at is null and e.bureau_plan_id is not null having count(*) > 0;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
