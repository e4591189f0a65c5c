-- The students of some classes, a period or a grade are found in the index alone: every count within a scope joins them.
drop index students_class;
create index students_class on students (org_id, class_id, study_status) include (child_id);
