-- The own reports of a user, latest first.
create index warns_reporter on warns (org_id, reporter_id, reported_at desc, warn_id desc);
