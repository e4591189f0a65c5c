/** Number of counts in `warn_counts`, kept by triggers, that differ from the rows. */
export const WRONG_COUNTS = `with right_ones as (select org_id, (k.key::jsonb->>0)::int as year, k.key::jsonb->>1 as part, k.key::jsonb->>2 as dim, k.key::jsonb->>3 as key, sum(k.value::int)::int as n, count(*)::int as children
    from (select distinct org_id, child_id from warns) w, jsonb_each_text(warn_tally(w.org_id, w.child_id)) k group by 1, 2, 3, 4, 5)
  select count(*)::int as wrong from (select org_id, year, part, dim, key, n, children from warn_counts where n <> 0 or children <> 0) c full join right_ones r using (org_id, year, part, dim, key) where c.n is distinct from r.n or c.children is distinct from r.children`;
