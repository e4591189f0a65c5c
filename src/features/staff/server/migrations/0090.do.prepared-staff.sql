-- Staff whose account has no password yet open it with the number that the organisation has recorded.
create index teachers_mobile on teachers (org_id, mobile) where mobile is not null;

-- The account with this number in the first organisation that has one; others get a password from their organisation.
create function prepared_staff(number text, at timestamptz) returns table (org text, org_name text, person text, name text) language plpgsql as $$
declare
  was text := coalesce(current_setting('app.org_id', true), '');
  t text;
begin
  for t in select x.org_id from tenants x order by x.org_id loop
    perform set_config('app.org_id', t, true);
    return query select o.org_id, o.org_name, s.user_id, s.teacher_name from teachers s
      join orgs o on o.org_id = s.org_id
      join accounts a on a.user_id = s.user_id and a.enabled and a.password_unset and a.mobile is null
      where s.org_id = t and s.mobile = number and s.enabled and s.owns_account and (s.expires_at is null or s.expires_at > at)
      order by s.created_at, s.user_id limit 1;
    exit when found;
  end loop;
  perform set_config('app.org_id', was, true);
end $$;
