-- A guardian opens an account with the number that the school has recorded, unless the school has closed the account.
alter table guardians add column sign_up_closed boolean not null default false;

-- Guardians without an account who have this number and a child who attends the school: one for each school, the one recorded first.
-- Goes through the tenants one after another, because a second policy beside `tenant` would be asked of every row of a large table.
create function prepared_guardians(number text) returns table (org text, org_name text, guardian text, name text, student_no text) language plpgsql as $$
declare
  was text := coalesce(current_setting('app.org_id', true), '');
  t text;
begin
  for t in select x.org_id from tenants x order by x.org_id loop
    perform set_config('app.org_id', t, true);
    return query select o.org_id, o.org_name, g.guardian_id, g.guardian_name, s.student_no from guardians g
      join orgs o on o.org_id = g.org_id
      join guardian_children l on l.org_id = g.org_id and l.guardian_id = g.guardian_id
      join students s on s.org_id = l.org_id and s.child_id = l.child_id and s.study_status = 1
      where g.org_id = t and g.mobile = number and g.user_id is null and not g.sign_up_closed
      order by g.created_at, g.guardian_id, s.child_id limit 1;
  end loop;
  perform set_config('app.org_id', was, true);
end $$;

-- Gives all of them to one account, as a parent of each school. The number of schools.
create function link_prepared_guardians(number text, person text, at timestamptz) returns int language plpgsql as $$
declare
  was text := coalesce(current_setting('app.org_id', true), '');
  linked int := 0;
  p record;
begin
  for p in select * from prepared_guardians(number) loop
    perform set_config('app.org_id', p.org, true);
    update guardians x set user_id = person, updated_at = greatest(at, x.updated_at + interval '1 millisecond')
      where x.org_id = p.org and x.guardian_id = p.guardian and x.user_id is null;
    if found then
      linked := linked + 1;
      insert into memberships (org_id, user_id, identity)
        select p.org, person, 2 where not exists (select from memberships m where m.org_id = p.org and m.user_id = person and m.identity = 2);
    end if;
  end loop;
  perform set_config('app.org_id', was, true);
  return linked;
end $$;
