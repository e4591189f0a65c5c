-- Whether a guardian's consent is in force for a student, beside the student: the home page counts those who lack it at every visit, and a list of
-- students shows and filters it. Kept in the transaction that records or withdraws a consent (decision 0193).
alter table students add column consented boolean not null default false;

create function keep_consented() returns trigger language plpgsql as $$
begin
  -- Of two transactions about one student the second waits here, and then sees the consents as the first one left them.
  perform from students s where (s.org_id, s.child_id) in (select w.org_id, w.child_id from written w)
    order by s.org_id, s.child_id for no key update;
  update students s set consented = not s.consented
  from (select distinct w.org_id, w.child_id from written w) w
  where s.org_id = w.org_id and s.child_id = w.child_id and s.consented <> exists (
    select from guardian_consents g where g.org_id = w.org_id and g.child_id = w.child_id and g.withdrawn_at is null);
  return null;
end $$;
create trigger keep_consented after insert on guardian_consents referencing new table as written for each statement execute function keep_consented();
create trigger keep_withdrawn after update on guardian_consents referencing new table as written for each statement execute function keep_consented();

-- The owner of the tables sees every tenant's rows only while they do not hold him too.
alter table students no force row level security;
alter table guardian_consents no force row level security;
update students s set consented = true
where exists (select from guardian_consents g where g.org_id = s.org_id and g.child_id = s.child_id and g.withdrawn_at is null);
alter table students force row level security;
alter table guardian_consents force row level security;

-- What the steps of a new school year count: students without a consent by their birthday, and without an account.
create index students_unconsented on students (org_id, study_status, born_on) where not consented;
create index students_unregistered on students (org_id, study_status) where user_id is null;
