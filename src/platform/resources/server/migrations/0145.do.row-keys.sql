-- What no two rows of a tenant's own resource may share (x-resource unique, no_overlap) is kept beside the rows, in tables that are indexed for every
-- tenant at once: a new rule needs no new index, and of two writers at once the database refuses the second.
create table row_rules (
  org_id text not null references orgs on delete cascade,
  entity text not null,
  rule   text not null,                                -- names its kind and its fields
  fields text[] not null,                              -- compared by value
  range  text,                                         -- the field whose ranges must not overlap; null: the values are unique
  primary key (org_id, entity, rule)
);

-- Ranges of wall clock times and instants are texts that sort as they follow each other.
create type text_span as range (subtype = text, collation = "C");

create table row_keys (
  org_id text not null,
  entity text not null,
  rule   text not null,
  row_id text not null,
  value  text not null,                                -- digest of the values: texts may be longer than an index entry
  span   text_span,                                    -- the range, where the rule has one
  sole   boolean not null,                             -- enforced; false for rows that collide, or were there before the rule
  primary key (org_id, entity, row_id, rule),
  foreign key (org_id, entity, rule) references row_rules on delete cascade,
  foreign key (org_id, entity, row_id) references tenant_rows on delete cascade,
  -- Equality as an overlap of the hash with itself, because an index on texts and ranges together would need an extension.
  constraint row_keys_apart exclude using gist (
    int8range(hashtextextended(org_id || '/' || entity || '/' || rule || '/' || value, 0), hashtextextended(org_id || '/' || entity || '/' || rule || '/' || value, 0), '[]') with &&,
    span with &&) where (sole and span is not null)
);
create unique index row_keys_sole on row_keys (org_id, entity, rule, value) where sole and span is null;
create index row_keys_value on row_keys (org_id, entity, rule, value);

do $$
declare t text;
begin
  foreach t in array array['row_rules', 'row_keys'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, delete on row_rules to xinyu_app;
grant select, insert, delete on row_keys to xinyu_app;

-- The digest of a row's values; null where one is missing.
create function row_value(fields text[], ext jsonb) returns text immutable language plpgsql as $$
declare
  name  text;
  one   jsonb;
  whole text := '';
begin
  foreach name in array fields loop
    one := ext -> name;
    if one is null or one = 'null' then return null; end if;
    whole := whole || one::text || ',';
  end loop;
  return encode(sha256(convert_to(whole, 'UTF8')), 'hex');
end $$;
-- The range of a row; null where it has none.
create function row_span(range text, ext jsonb) returns text_span immutable language sql as $$
  select case when ext ->> range ~ '^[^/]+/[^/]+$' and split_part(ext ->> range, '/', 1) < split_part(ext ->> range, '/', 2) collate "C"
    then text_span(split_part(ext ->> range, '/', 1), split_part(ext ->> range, '/', 2)) end
$$;

-- Triggers keep the keys with every write of a row. A row that collides with another one has a key that is not enforced: the writer was shown the collision,
-- or a conversion of stored values made it. An unchanged key stays, so that rows that collided before the rule may be edited.
create function keep_row_keys() returns trigger language plpgsql as $$
begin
  if not exists (select from written n join row_rules r on r.org_id = n.org_id and r.entity = n.entity) then return null; end if;
  if tg_op = 'UPDATE' then
    delete from row_keys k using written n, row_rules r
    where k.org_id = n.org_id and k.entity = n.entity and k.row_id = n.row_id and r.org_id = k.org_id and r.entity = k.entity and r.rule = k.rule
      and (k.value, k.span) is distinct from (row_value(r.fields, n.ext), row_span(r.range, n.ext));
  end if;
  insert into row_keys (org_id, entity, rule, row_id, value, span, sole)
  select n.org_id, n.entity, n.rule, n.row_id, n.value, n.span, not exists (
    select from row_keys k where k.org_id = n.org_id and k.entity = n.entity and k.rule = n.rule and k.value = n.value and k.row_id <> n.row_id
      and (n.span is null or k.span && n.span))
  from (
    select w.org_id, w.entity, w.row_id, r.rule, r.range, row_value(r.fields, w.ext) as value, row_span(r.range, w.ext) as span
    from written w join row_rules r on r.org_id = w.org_id and r.entity = w.entity offset 0) n
  where n.value is not null and (n.range is null or n.span is not null)
  on conflict (org_id, entity, row_id, rule) do nothing;
  return null;
end $$;
create trigger keep_new_keys after insert on tenant_rows referencing new table as written for each statement execute function keep_row_keys();
create trigger keep_changed_keys after update on tenant_rows referencing new table as written for each statement execute function keep_row_keys();
