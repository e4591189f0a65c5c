-- The terms of removed names are found one row at a time, each by the whole key. As one join the planner may read all terms of the table
-- for every row: it can't know how few terms a name has.
create or replace function grams_removed() returns trigger language plpgsql as $$
declare
  own text := tg_table_name;
  was record;
begin
  for was in execute format('select r.org_id, r.%1$I as row_id, array(select terms_of(%2$L, r.%2$I)) as terms from gone r', tg_argv[0], tg_argv[1]) loop
    delete from grams where org_id = was.org_id and of_table = own and field = tg_argv[1] and gram = any (was.terms) and row_id = was.row_id;
  end loop;
  return null;
end $$;
