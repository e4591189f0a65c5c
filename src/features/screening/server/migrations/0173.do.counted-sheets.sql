-- The sheets of running screenings, those that are open and those that are submitted: each is in one of the two, and equal keys take little space.
create index exam_sheets_open on exam_sheets (org_id, exam_id) where attempt = 1 and withdrawn_at is null and submitted_at is null;
create index exam_sheets_submitted on exam_sheets (org_id, exam_id) where attempt = 1 and withdrawn_at is null and submitted_at is not null;
