-- A consent of a guardian that staff record after the publication opens the sheets that wait for it; without a consent
-- in force those that are not submitted wait again. A plan that asks for a consent of its own goes by `exam_consents`.
create function follow_guardian_consent() returns trigger language plpgsql as $$
begin
  if new.withdrawn_at is null then
    update exam_sheets h set consented_at = new.recorded_at
    from exams e
    where h.org_id = new.org_id and h.child_id = new.child_id and h.needs_consent and h.consented_at is null
      and h.submitted_at is null and h.withdrawn_at is null
      and e.org_id = h.org_id and e.exam_id = h.exam_id and not e.consent_required
      and e.status = 'published' and e.ends_at > new.recorded_at;
  elsif not exists (select from guardian_consents g
      where g.org_id = new.org_id and g.child_id = new.child_id and g.withdrawn_at is null) then
    update exam_sheets h set consented_at = null
    from exams e
    where h.org_id = new.org_id and h.child_id = new.child_id and h.needs_consent and h.consented_at is not null
      and h.submitted_at is null
      and e.org_id = h.org_id and e.exam_id = h.exam_id and not e.consent_required and e.status = 'published'
      and not exists (select from exam_consents c
        where c.org_id = h.org_id and c.exam_id = h.exam_id and c.child_id = h.child_id and c.identity = 2 and c.withdrawn_at is null);
  end if;
  return null;
end $$;
create trigger follow_guardian_consent after insert or update of withdrawn_at on guardian_consents
  for each row execute function follow_guardian_consent();
