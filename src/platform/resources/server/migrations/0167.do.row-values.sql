-- Values of tenants' own fields (ext) by which lists are filtered and sorted, beside their rows and in one index for all tenants: a new field needs no new
-- index, and no lock of a table that all tenants share (decision 0189).
create table row_fields (
  org_id   text not null references orgs on delete cascade,
  field_no bigint not null,                            -- grows with time and is never used again
  entity   text not null,
  name     text not null,
  kind     text not null check (kind in ('text', 'number', 'boolean', 'list')),
  state    text not null check (state in ('filling', 'ready', 'leaving', 'gone')),
  since    timestamptz not null,                       -- of the state
  primary key (org_id, field_no)
);
create unique index row_fields_kept on row_fields (org_id, entity, name, kind) where state <> 'gone';

create table row_values (
  org_id   text not null,
  row_id   text not null,
  field_no bigint not null,
  item     int not null,                               -- place among several values; 0 of a single one
  value    text collate "C",                           -- null where the row has none: every row has an entry for each of its fields
  primary key (org_id, row_id, field_no, item)
);
create index row_values_value on row_values (org_id, field_no, value, row_id);
-- Few values of a list of options are shared by many rows, and each field has values of its own.
create statistics row_values_spread (dependencies, mcv) on org_id, field_no, value from row_values;

do $$
declare t text;
begin
  foreach t in array array['row_fields', 'row_values'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update, delete on row_fields to xinyu_app;
grant select, insert, delete on row_values to xinyu_app;

-- A number as a text that sorts like it: the sixteen digits of its bits, with the sign turned so that negative ones come first.
create function number_key(n float8) returns text immutable strict parallel safe language sql as $$
  select lpad(to_hex(case when b >= 0 then b # (-9223372036854775808)::bigint else ~b end), 16, '0')
  from (select ('x' || encode(float8send(n + 0), 'hex'))::bit(64)::bigint as b) of_number
$$;

-- The entries of a row's value. A value that was stored when the field had another type counts as none, as it does where rows are read. What is searched
-- for has at most 100 characters, so that the first 101 decide.
create function own_values(kind text, stored jsonb) returns table (item int, value text) immutable parallel safe language sql as $$
  select 0, case kind
      when 'number' then case when jsonb_typeof(stored) = 'number' then number_key((stored #>> '{}')::float8) end
      when 'boolean' then case when jsonb_typeof(stored) = 'boolean' then stored #>> '{}' end
      when 'list' then case when jsonb_typeof(stored) = 'string' then left(stored #>> '{}', 101) end
      else left(stored #>> '{}', 101) end
    where kind <> 'list' or case when jsonb_typeof(stored) = 'array' then jsonb_array_length(stored) else 0 end = 0
  union all
  select (one.n - 1)::int, case when jsonb_typeof(one.value) = 'string' then left(one.value #>> '{}', 101) end
    from jsonb_array_elements(case when kind = 'list' and jsonb_typeof(stored) = 'array' then stored else '[]' end) with ordinality as one(value, n)
$$;

-- Triggers keep the entries with every write of a row, whoever writes it. Their arguments are the entity and the column of the id, where the table is one
-- entity's; the shared table names the entity in each row. Rows are put together before they meet the fields: the planner knows nothing of transition
-- tables but their size, and would compare each row with all others.
create function keep_row_values() returns trigger language plpgsql as $$
declare
  id text := case when tg_nargs = 0 then 'row_id' else tg_argv[1] end;
  entity text := case when tg_nargs = 0 then 'w.entity' else quote_literal(tg_argv[0]) end;
  rows text := format('with rows as materialized (select w.org_id, %s as entity, w.%I as row_id, w.ext', entity, id);
  fields text := ' join row_fields f on f.org_id = r.org_id and f.entity = r.entity and f.state <> ''gone''';
begin
  if not exists (select from row_fields) then return null; end if;
  if tg_op = 'DELETE' then
    execute rows || ' from former w) delete from row_values v using rows r join row_fields f on f.org_id = r.org_id and f.entity = r.entity '
      'where v.org_id = r.org_id and v.row_id = r.row_id and v.field_no = f.field_no';
    return null;
  end if;
  if tg_op = 'INSERT' then rows := rows || ' from written w)';
  else
    rows := rows || format(', o.ext as former from written w join former o on o.org_id = w.org_id and o.%1$I = w.%1$I%2$s)',
      id, case when tg_nargs = 0 then ' and o.entity = w.entity' else '' end);
    fields := fields || ' where (r.former -> f.name) is distinct from (r.ext -> f.name)';
    execute rows || ', changed as materialized (select r.org_id, r.row_id, f.field_no from rows r' || fields || ') '
      'delete from row_values v using changed c where v.org_id = c.org_id and v.row_id = c.row_id and v.field_no = c.field_no';
  end if;
  execute rows || ', changed as materialized (select r.org_id, r.row_id, f.field_no, f.kind, r.ext -> f.name as stored from rows r' || fields || ') '
    'insert into row_values (org_id, row_id, field_no, item, value) select c.org_id, c.row_id, c.field_no, e.item, e.value '
    'from changed c, lateral own_values(c.kind, c.stored) e on conflict do nothing';
  return null;
end $$;

do $$
declare
  t text[];
  given text;
begin
  -- The long lists: rows of tenants' own resources, people, and the records of students.
  foreach t slice 1 in array array[
    ['tenant_rows', '', ''], ['students', 'student', 'child_id'], ['guardians', 'guardian', 'guardian_id'], ['teachers', 'teacher', 'user_id'],
    ['classes', 'class', 'class_id'], ['consultations', 'consultation', 'consultation_id'], ['interventions', 'intervention', 'intervention_id'],
    ['custom_interventions', 'custom-intervention', 'custom_intervention_id'], ['interviews', 'interview', 'interview_id'],
    ['follow_ups', 'follow-up', 'follow_up_id'], ['referrals', 'referral', 'referral_id'], ['drawings', 'drawing', 'drawing_id'],
    ['sandplays', 'sandplay', 'sandplay_id']]
  loop
    given := case when t[2] = '' then '' else format('%L, %L', t[2], t[3]) end;
    execute format('create trigger keep_new_values after insert on %I referencing new table as written for each statement execute function keep_row_values(%s)', t[1], given);
    execute format('create trigger keep_changed_values after update on %I referencing old table as former new table as written for each statement execute function keep_row_values(%s)', t[1], given);
    execute format('create trigger drop_values after delete on %I referencing old table as former for each statement execute function keep_row_values(%s)', t[1], given);
  end loop;
end $$;

-- Own resources are listed with their latest rows first, unless they say otherwise.
create index tenant_rows_created on tenant_rows (org_id, entity, created_at desc nulls last, row_id);
