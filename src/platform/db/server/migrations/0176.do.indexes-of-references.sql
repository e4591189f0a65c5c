-- Removing a row looks for the rows that refer to it. Without an index it reads the whole table once for each removed row.
create index sessions_user on sessions (user_id) where user_id is not null;
create index idempotency_keys_user on idempotency_keys (user_id);
create index school_visits_user on school_visits (user_id);
create index password_batches_user on password_batches (user_id);
create index service_accounts_user on service_accounts (user_id);
create index sso_subjects_user on sso_subjects (user_id);
create index home_layouts_user on home_layouts (user_id);
create index exam_results_sheet on exam_results (org_id, child_exam_id);
create index screening_hits_sheet on screening_hits (org_id, child_exam_id);
create index exam_consents_exam on exam_consents (org_id, exam_id);
create index comments_year on comments (org_id, year_id);
create index comment_drafts_year on comment_drafts (org_id, year_id);
drop index classes_major;
create index classes_major on classes (org_id, major_id, college_id) where major_id is not null;
create index department_edus_period on department_edus (org_id, period);
create index exam_code_tenants_tenant on exam_code_tenants (tenant);
create index file_code_tenants_tenant on file_code_tenants (tenant);
create index invitation_tenants_tenant on invitation_tenants (tenant);
