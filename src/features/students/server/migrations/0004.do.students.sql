-- What a school keeps of a student beside the name and number, how a student went through the school, and finding rows by part of a text.

alter table students
  add column id_card     text,
  add column mobile      text, -- where the family is reached; signing in has a number of its own
  add column address     text,
  add column enrolled_on date,
  add column remark      text;

-- Every class and status that a student has had, in words that outlive the class. Written by the table itself, so that nothing that moves a
-- student (a form, an import, the turn of the year) can forget it.
create table enrolments (
  org_id       text not null,
  child_id     text not null,
  since        timestamptz not null,
  study_status smallint not null,
  class_id     text,
  class_name   text,
  period       smallint,
  grade        smallint,
  year_id      text,
  year_name    text,
  primary key (org_id, child_id, since),
  foreign key (org_id, child_id) references students (org_id, child_id) on delete cascade
);

-- The class and year stand as they are at this moment; a student without a class is counted to the current year.
create function enrolments_added() returns trigger language plpgsql as $$
begin
  insert into enrolments
  select s.org_id, s.child_id, s.updated_at, s.study_status, s.class_id, c.class_name, c.period, c.grade, y.year_id, y.year_name
  from added s
  left join classes c on c.org_id = s.org_id and c.class_id = s.class_id
  left join years y on y.org_id = s.org_id and (y.year_id = c.year_id or (c.class_id is null and y.is_current));
  return null;
end $$;

create function enrolment_changed() returns trigger language plpgsql as $$
begin
  insert into enrolments
  select new.org_id, new.child_id, new.updated_at, new.study_status, new.class_id, c.class_name, c.period, c.grade, y.year_id, y.year_name
  from (select 1) one
  left join classes c on c.org_id = new.org_id and c.class_id = new.class_id
  left join years y on y.org_id = new.org_id and (y.year_id = c.year_id or (c.class_id is null and y.is_current))
  on conflict (org_id, child_id, since) do update set (study_status, class_id, class_name, period, grade, year_id, year_name)
    = (excluded.study_status, excluded.class_id, excluded.class_name, excluded.period, excluded.grade, excluded.year_id, excluded.year_name);
  return null;
end $$;

create trigger enrolments_added after insert on students referencing new table as added for each statement execute function enrolments_added();
create trigger enrolment_changed after update of class_id, study_status on students for each row
  when (old.class_id is distinct from new.class_id or old.study_status <> new.study_status) execute function enrolment_changed();

-- The pairs of characters that a text is made of, for fields whose filter says `"index": "grams"`; a single character is in so many rows
-- that reading them all is as fast. A table and not an
-- index over an array: row-level security lets an index answer only by operators that cannot leak, which equality is and `@>` is not.
create table grams (
  org_id   text not null,
  of_table text not null,
  field    text not null,
  gram     text collate "C" not null, -- as it is compared: an index serves one collation only
  row_id   text not null,
  primary key (org_id, of_table, field, gram, row_id)
);

-- Latin letters in lower case, as searches compare them.
create function grams_of(value text) returns setof text language sql immutable parallel safe as $$
  select distinct substr(lower(value collate "C"), i, 2) from generate_series(1, char_length(value) - 1) i
$$;

-- Arguments of both: the column of the id, the column of the text.
create function grams_added() returns trigger language plpgsql as $$
begin
  execute format('insert into grams (org_id, of_table, field, gram, row_id) select r.org_id, %3$L, %2$L, gram, r.%1$I from added r, grams_of(r.%2$I) gram', tg_argv[0], tg_argv[1], tg_table_name);
  return null;
end $$;

create function grams_changed() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
begin
  delete from grams where org_id = was ->> 'org_id' and of_table = tg_table_name and field = tg_argv[1] and gram in (select grams_of(was ->> tg_argv[1])) and row_id = was ->> tg_argv[0];
  if tg_op = 'UPDATE' then
    insert into grams (org_id, of_table, field, gram, row_id)
    select was ->> 'org_id', tg_table_name, tg_argv[1], gram, was ->> tg_argv[0] from grams_of(to_jsonb(new) ->> tg_argv[1]) gram;
  end if;
  return null;
end $$;

create trigger grams_added after insert on students referencing new table as added for each statement execute function grams_added('child_id', 'child_name');
create trigger grams_changed after update of child_name on students for each row when (old.child_name <> new.child_name) execute function grams_changed('child_id', 'child_name');
create trigger grams_removed after delete on students for each row execute function grams_changed('child_id', 'child_name');

-- Students who are here already. The owner of the tables sees every tenant's rows only while they do not hold him too.
alter table students no force row level security;
alter table classes no force row level security;
alter table years no force row level security;
update students s set mobile = a.mobile from accounts a where a.user_id = s.user_id and a.mobile is not null;
insert into enrolments
select s.org_id, s.child_id, s.updated_at, s.study_status, s.class_id, c.class_name, c.period, c.grade, y.year_id, y.year_name
from students s
left join classes c on c.org_id = s.org_id and c.class_id = s.class_id
left join years y on y.org_id = s.org_id and (y.year_id = c.year_id or (c.class_id is null and y.is_current));
insert into grams (org_id, of_table, field, gram, row_id) select s.org_id, 'students', 'child_name', gram, s.child_id from students s, grams_of(s.child_name) gram;
alter table students force row level security;
alter table classes force row level security;
alter table years force row level security;

do $$
declare t text;
begin
  foreach t in array array['enrolments', 'grams'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update on enrolments to xinyu_app;
grant select, insert, delete on grams to xinyu_app;
