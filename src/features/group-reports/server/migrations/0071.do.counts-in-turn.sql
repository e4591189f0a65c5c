-- A transaction that scores several parts changes counts more than once, in no common order: transactions of a school take turns, so that two do not wait for each other in a circle.
create or replace function tally_sheets(org text, ids text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('exam_counts'), hashtext(org));
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
