-- Warnings of one class in the order of the lists, as warns_of_source has those of one source.
create index warns_of_class on warns (org_id, class_id, reported_at desc nulls last, warn_id) where not drill;
-- Every case of a student, closed ones too: a report counts them with its commit (warn_tally), an erasure removes them.
create index crisis_cases_child on crisis_cases (org_id, child_id);
-- The verdict of a warning, and what refers to a step.
create index case_steps_warn on case_steps (org_id, warn_id) where warn_id is not null;
create index case_steps_amends on case_steps (org_id, amends) where amends is not null;
