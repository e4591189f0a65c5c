-- A department as a resource: its head, a remark and the fields of a tenant.
alter table departments
  add column head_id text,
  add column remark  text,
  add column ext     jsonb not null default '{}';

-- Deferred, because the rows of a new tenant come table by table, and the staff names its departments as well.
alter table departments add constraint departments_head
  foreign key (org_id, head_id) references teachers (org_id, user_id) on delete set null (head_id)
  deferrable initially deferred;
create index departments_head on departments (org_id, head_id) where head_id is not null;
create index departments_order on departments (org_id, parent_id, position, department_id);
