-- Names are found by the initials of their pinyin as well (xzy for 徐梓阳): one more term of a name in the table of its pairs.
create function initials_of(pinyin text) returns setof text language sql immutable parallel safe as $$
  select initials from regexp_replace(pinyin, '(\S)\S*\s*', '\1', 'g') initials where initials <> ''
$$;
create function terms_of(field text, value text) returns setof text language sql immutable parallel safe as $$
  select initials_of(value) where field = 'name_pinyin' union all select grams_of(value) where field <> 'name_pinyin'
$$;

create or replace function grams_added() returns trigger language plpgsql as $$
begin
  execute format('insert into grams (org_id, of_table, field, gram, row_id) select r.org_id, %3$L, %2$L, term, r.%1$I from added r, terms_of(%2$L, r.%2$I) term', tg_argv[0], tg_argv[1], tg_table_name);
  return null;
end $$;

create or replace function grams_changed() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  own text := tg_table_name;
begin
  delete from grams where org_id = was ->> 'org_id' and of_table = own and field = tg_argv[1] and gram = any (array(select terms_of(tg_argv[1], was ->> tg_argv[1]))) and row_id = was ->> tg_argv[0];
  if tg_op = 'UPDATE' then
    insert into grams (org_id, of_table, field, gram, row_id)
    select was ->> 'org_id', own, tg_argv[1], term, was ->> tg_argv[0] from terms_of(tg_argv[1], to_jsonb(new) ->> tg_argv[1]) term;
  end if;
  return null;
end $$;

create or replace function grams_removed() returns trigger language plpgsql as $$
declare
  own text := tg_table_name;
begin
  execute format('delete from grams g using (select r.org_id, term, r.%1$I as row_id from gone r, terms_of(%2$L, r.%2$I) term) was '
    'where g.org_id = was.org_id and g.of_table = $1 and g.field = $2 and g.gram = was.term and g.row_id = was.row_id', tg_argv[0], tg_argv[1]) using own, tg_argv[1];
  return null;
end $$;

create trigger initials_added after insert on students referencing new table as added for each statement execute function grams_added('child_id', 'name_pinyin');
create trigger initials_changed after update of name_pinyin on students for each row when (old.name_pinyin <> new.name_pinyin) execute function grams_changed('child_id', 'name_pinyin');
create trigger initials_removed after delete on students referencing old table as gone for each statement execute function grams_removed('child_id', 'name_pinyin');
create trigger initials_added after insert on guardians referencing new table as added for each statement execute function grams_added('guardian_id', 'name_pinyin');
create trigger initials_changed after update of name_pinyin on guardians for each row when (old.name_pinyin <> new.name_pinyin) execute function grams_changed('guardian_id', 'name_pinyin');
create trigger initials_removed after delete on guardians referencing old table as gone for each statement execute function grams_removed('guardian_id', 'name_pinyin');

-- Names that are here already. The owner of the tables sees every tenant's rows only while they do not hold him too.
alter table students no force row level security;
alter table guardians no force row level security;
alter table grams no force row level security;
insert into grams (org_id, of_table, field, gram, row_id) select s.org_id, 'students', 'name_pinyin', initials, s.child_id from students s, initials_of(s.name_pinyin) initials;
insert into grams (org_id, of_table, field, gram, row_id) select g.org_id, 'guardians', 'name_pinyin', initials, g.guardian_id from guardians g, initials_of(g.name_pinyin) initials;
alter table students force row level security;
alter table guardians force row level security;
alter table grams force row level security;
