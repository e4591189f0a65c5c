-- Work that outlives its request: one row for each, with one rule of liveness. The table is outside row-level security and holds ids only;
-- content lies in the tenants' tables and is read after the tenant is set.
create table jobs (
  job_id      text primary key default gen_random_uuid()::text,
  kind        text not null,
  tenant      text references orgs on delete cascade, -- null: a chore of the whole installation
  subject     text not null default '',               -- id of what it works on, within its tenant
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'failed')),
  run_after   timestamptz not null,                   -- a waiting job is not claimed before
  attempts    smallint not null default 0,            -- runs that ended with an error
  crashes     smallint not null default 0,            -- runs whose process died
  lease       text,                                   -- token of the run under way
  lease_until timestamptz,                            -- another process takes the job over from then on
  progress    integer not null default 0,
  created_at  timestamptz not null default now(),
  failed_at   timestamptz,
  check ((state = 'running') = (lease is not null and lease_until is not null)),
  constraint jobs_one unique nulls not distinct (tenant, subject, kind)
);
create index jobs_waiting on jobs (run_after) where state = 'waiting';
create index jobs_leases on jobs (lease_until) where state = 'running';
grant select, insert, update, delete on jobs to xinyu_app;

-- Who asked for a job, and of what: read by the process that runs it, gone with the job.
create table job_requests (
  org_id  text not null references orgs on delete cascade,
  job_id  text not null references jobs on delete cascade,
  request jsonb not null,
  primary key (org_id, job_id)
);
create index job_requests_job on job_requests (job_id);
alter table job_requests enable row level security;
alter table job_requests force row level security;
create policy tenant on job_requests using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on job_requests to xinyu_app;

-- Times at which tenants are due for a chore move here.
alter table tenant_due no force row level security;
insert into jobs (kind, tenant, run_after) select chore, org_id, due_at from tenant_due;
drop table tenant_due;
