-- Rows that go together: the pairs of their names are found by their keys in one statement, and not in one for each row.
-- (A table's name has a collation of its own, with which no index on text serves.)
create function grams_removed() returns trigger language plpgsql as $$
declare
  own text := tg_table_name;
begin
  execute format('delete from grams g using (select r.org_id, gram, r.%1$I as row_id from gone r, grams_of(r.%2$I) gram) was '
    'where g.org_id = was.org_id and g.of_table = $1 and g.field = $2 and g.gram = was.gram and g.row_id = was.row_id', tg_argv[0], tg_argv[1]) using own, tg_argv[1];
  return null;
end $$;
drop trigger grams_removed on students;
drop trigger grams_removed on guardians;
create trigger grams_removed after delete on students referencing old table as gone for each statement execute function grams_removed('child_id', 'child_name');
create trigger grams_removed after delete on guardians referencing old table as gone for each statement execute function grams_removed('guardian_id', 'guardian_name');
