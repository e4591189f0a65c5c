-- Progress of a screening is counted from the index alone, however long the encrypted answers are.
drop index exam_sheets_class;
create index exam_sheets_progress on exam_sheets (org_id, exam_id, class_id) include (attempt, class_name, period, grade, child_id, started_at, submitted_at, needs_consent, consented_at, withdrawn_at);
