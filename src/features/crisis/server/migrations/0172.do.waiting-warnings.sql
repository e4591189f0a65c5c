-- Warnings that wait for their verdict, with what tells how far each is; latest first, as their list has them.
create index warns_waiting on warns (org_id, reported_at desc nulls last, warn_id) include (child_id, valid_status, verdict_due, acknowledged_at)
  where valid_status = 0 and not drill;
-- Escalations that nobody has answered yet.
create index escalations_live on escalations (org_id, warn_id) include (state, step) where state in ('running', 'exhausted');
