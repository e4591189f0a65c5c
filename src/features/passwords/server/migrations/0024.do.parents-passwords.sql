-- Whether a person is anything but this one thing in this organisation (`is_more_than_student`, of any identity): nobody sets the password of
-- somebody who is more than a parent here.
create function is_more_than(person text, org text, what smallint) returns boolean language plpgsql as $$
declare
  was text := coalesce(current_setting('app.user_id', true), '');
  more boolean;
begin
  perform set_config('app.user_id', person, true);
  select exists (select from memberships m where m.user_id = person and (m.org_id <> org or m.identity <> what)) into more;
  perform set_config('app.user_id', was, true);
  return more;
end $$;
